import { useSignals } from '@preact/signals-react/runtime'
import { CircleAlert, Clock, Receipt, Users } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react'
import type { MoneyFigures, Receivable } from '../../../src/modules/invoices'
import { RECEIVABLES } from '../../../src/modules/invoices/body'
import { locale, number } from '../../kit/i18n'
import { keyset } from '../../kit/keyset'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import { on, onResync } from '../../kit/realtime'
import type { Json } from '../../kit/rows'
import { useAnswer } from '../../kit/answer'
import { Bars } from '../../kit/charts/bars'
import { money, price } from '../invoices/money'
import { type Heard, Payments } from './payments'
import { Receivables } from './receivables'
import { words } from './texts'

type Figures = Json<MoneyFigures>

/** The month's first day at noon is in that month wherever it is shown. */
const monthName = (month: string) =>
  new Intl.DateTimeFormat(locale(), { month: 'short' }).format(new Date(`${month}-01T12:00`)).replace('.', '')

/** What came in, what is owed, who left; what is open, and what was heard of payments. */
export function Revenue() {
  useSignals()
  const figures = useAnswer<Figures>('/invoices/figures', {})
  const [page, turn] = useState(1)
  const open = useAnswer<Json<Receivable>[]>('/invoices/receivables', { pageNumber: page })
  const heard = useMemo(() => keyset<Heard>('/payment-accounts/events', 'events'), [])
  useEffect(() => void heard.reload(), [heard])
  const again = () => {
    figures.retry()
    open.retry()
    void heard.reload()
  }
  useEffect(() => {
    const stops = [on('paymentEvent', again), onResync(again)]
    return () => stops.forEach(stop => stop())
  })
  const isMissing = [figures, open].some(one => one.error && !one.answer) || (heard.failed.value && !heard.loaded.value)
  if (isMissing) return <LoadFailed what={words('figures')} retry={again} />
  if (!figures.answer || !open.answer || !heard.loaded.value) return <Skeleton rows={6} height={84} avatar={false} />
  return (
    <>
      <Cards figures={figures.answer} />
      <Charts figures={figures.answer} />
      {figures.answer.elsewhere > 0 && <p className="muted t-meta">{words('elsewhere', { n: figures.answer.elsewhere })}</p>}
      <div className="charts-grid">
        <Receivables invoices={open.answer} changed={again} page={page} of={pagesOf(figures.answer)} turn={turn} />
        <Payments heard={heard} />
      </div>
    </>
  )
}

/** All that is open is late, or is not. */
const pagesOf = ({ overdue, receivable }: Figures) => Math.max(1, Math.ceil((overdue.invoices + receivable.invoices) / RECEIVABLES))

const Card = ({ icon, name, children, note }: { icon: ReactNode; name: string; children: ReactNode; note?: ReactNode }) => (
  <dl className="card-b stat-b">
    <dt>
      {icon}
      <span className="clip">{name}</span>
    </dt>
    <dd>
      <span className="figure">{children}</span> <span className="faint t-meta">{note}</span>
    </dd>
  </dl>
)

function Cards({ figures: { months, receivable, overdue, paying } }: { figures: Figures }) {
  const [before, now] = months.slice(-2) as [Figures['months'][0], Figures['months'][0]]
  return (
    <div className="stats-grid">
      <Card
        icon={<Receipt className="icon icon-sm" aria-hidden />}
        name={words('month')}
        note={words('monthBefore', { value: price(before) })}
      >
        {price(now)}
      </Card>
      <Card
        icon={<Clock className="icon icon-sm" aria-hidden />}
        name={words('receivable')}
        note={words('invoices', { n: receivable.invoices })}
      >
        {price(receivable)}
      </Card>
      <Card
        icon={<CircleAlert className="icon icon-sm" aria-hidden />}
        name={words('overdue')}
        note={words('invoices', { n: overdue.invoices })}
      >
        {price(overdue)}
      </Card>
      <Card icon={<Users className="icon icon-sm" aria-hidden />} name={words('paying')} note={words('lost', { n: now.lost })}>
        {number(paying)}
      </Card>
    </div>
  )
}

/** The share of those that paid when the month began, and left in it. */
const churnOf = ({ paying, lost }: Figures['months'][0]) => (paying ? Math.round((lost / paying) * 1000) / 10 : 0)

function Charts({ figures: { months, open } }: { figures: Figures }) {
  const revenue = months.map(({ month, value }) => ({ label: monthName(month), count: value }))
  const churn = months.map(month => ({ label: monthName(month.month), count: churnOf(month) }))
  const owed = open.map(({ age, value }) => ({ label: words(`open.${age}`), count: value }))
  const inReais = { unit: words('inReais'), say: money }
  return (
    <div className="charts-grid money-charts">
      <Chart title={words('byMonth')} head={words('monthHead')} bars={revenue} {...inReais} none={words('nothingReceived')} untilNow />
      <Chart title={words('open')} head={words('dueDate')} bars={owed} {...inReais} none={words('nothingOwed')} />
      <Chart
        title={words('churn')}
        head={words('monthHead')}
        bars={churn}
        unit={words('churnUnit')}
        say={n => `${number(n)} %`}
        none={words('nobodyLeft')}
        untilNow
      />
    </div>
  )
}

/** Bars under their title; a sentence where all of them would be nothing. */
const Chart = ({ none, ...bars }: ComponentProps<typeof Bars> & { unit: string; none: string }) => (
  <section className="card-b chart-card">
    <header>
      <h2>{bars.title}</h2>
      <span className="faint t-meta">{bars.unit}</span>
    </header>
    {bars.bars.some(({ count }) => count > 0) ? <Bars {...bars} /> : <p className="muted">{none}</p>}
  </section>
)

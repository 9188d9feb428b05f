import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { DEMO_KEPT_DAYS } from '../../../src/modules/companies/body'
import { BillingBody } from '../../../src/modules/invoices/body'
import { OFFICE_TOAST_MS } from '../../constants'
import { useRight } from '../../crud/right'
import { get, put } from '../../kit/api'
import { State } from '../../kit/chips'
import { TextField } from '../../kit/field'
import { form } from '../../kit/form'
import { date } from '../../kit/format'
import { Link } from '../../kit/link'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import { toast } from '../../kit/toast'
import { user } from '../../session'
import { takeArchive } from '../companies/archive'
import { keep, type Standing, useStanding } from './standing'
import { Checkout } from './checkout'
import { civil, price } from './money'
import { NextInvoice } from './next-invoice'
import { USAGE } from './plan-card'
import { PlanOffers } from './plan-offers'
import { words } from './texts'

const costsNothing = (owed?: { value: number } | null) => owed?.value === 0

const TONES = { demonstration: 'wait', trial: 'wait', active: 'ok', arrears: 'bad', suspended: 'bad' } as const

/** How the company stands with whoever operates the installation, and the way to pay. */
export default function Subscription() {
  useSignals()
  const { standing, failed, retry } = useStanding()
  if (!useRight('invoices:pay', '/subscription')) return null
  if (failed && !standing) return <LoadFailed what={words('subscriptionWhat')} retry={() => void retry()} />
  return (
    <div className="page subscription">
      <header className="page-head">
        <h1>{words('subscription')}</h1>
        {standing && <State tone={TONES[standing.standing]}>{words(standing.standing)}</State>}
        <div className="acts">
          <Link href="/financeiro" className="btn btn-plain">
            {words('seeInvoices')}
          </Link>
        </div>
      </header>
      <div className="page-body">
        {standing ? (
          <div className="cards">
            <Now standing={standing} />
            <Usage standing={standing} />
            <PlanOffers standing={standing} />
            <NextInvoice standing={standing} />
            <OwnData />
          </div>
        ) : (
          <Skeleton rows={4} height={72} avatar={false} />
        )}
        <p className="faint t-meta">{words('pixOnly')}</p>
      </div>
    </div>
  )
}

/** All that the company has, in one archive: also when it is suspended. */
function OwnData() {
  const [isAsked, setAsked] = useState(false)
  const take = async () => {
    setAsked(true)
    await takeArchive(() => get('/companies/export'))
    setAsked(false)
  }
  return (
    <section className="card-b own-data">
      <h2 className="font-semibold">{words('ownData')}</h2>
      <p className="muted">{words('ownDataText')}</p>
      <button className="btn btn-plain mt-4" aria-busy={isAsked} onClick={() => void take()}>
        {words('export')}
      </button>
    </section>
  )
}

/** A civil date so many days later, as text. */
const laterDate = (dueDate: string, days: number) => date(new Date(civil(dueDate)).getTime() + days * 86_400_000)

/** Switched off by who operates the company, whatever was paid. */
const isOff = () => user.value?.company.status === false

/** How it stands, in a word or two. */
function headOf({ standing, daysLeft, company: { dueDate, isDemo } }: Standing) {
  if (isOff()) return words('suspended')
  if (!dueDate && !isDemo) return words('noEnd')
  if (standing !== 'trial') return words(isDemo ? 'demonstration' : standing)
  return daysLeft ? words('trialLeft', { n: daysLeft }) : words('trialLast')
}

/** What works, and what does not. */
function meaningOf({ standing, terms, company: { dueDate, isDemo } }: Standing) {
  if (isOff()) return words('offText')
  if (!dueDate) return words(isDemo ? 'demonstrationText' : 'noEndText')
  if (standing === 'arrears') return words('arrearsText', { date: laterDate(dueDate, terms.graceDays) })
  if (isDemo && standing === 'suspended') return words('demoOverText', { date: laterDate(dueDate, DEMO_KEPT_DAYS + 1) })
  return words(`${standing}Text`)
}

function Now({ standing: all }: { standing: Standing }) {
  useSignals()
  const [isPaying, setPaying] = useState(false)
  const { standing, daysLeft, invoice, period, canPay, company } = all
  const { dueDate } = company
  const owed = invoice ?? all.next
  const cost = !isOff() && period && owed && words('perPeriod', { value: price(owed), n: period.months })
  const button = standing === 'trial' ? 'subscribe' : invoice ? 'payNow' : 'renew'
  const isFree = costsNothing(owed)
  return (
    <section className="card-b now">
      <p className="head">
        <b className="t-figure">{headOf(all)}</b>
        {dueDate && !isOff() && <span className="muted">{words(daysLeft! < 0 ? 'since' : 'until', { date: date(civil(dueDate)) })}</span>}
      </p>
      <p className="muted">{meaningOf(all)}</p>
      {cost && isFree && <p className="muted mt-4">{words('nothingOwed')}</p>}
      {cost && canPay && !isFree && (
        <button className="btn btn-primary btn-lg mt-4" onClick={() => setPaying(true)}>
          {words(button, { value: invoice && button !== 'subscribe' ? price(invoice) : cost })}
        </button>
      )}
      {cost && !canPay && !isFree && <p className="muted mt-4">{words('notYet')}</p>}
      {isPaying && <Pay standing={all} close={() => setPaying(false)} />}
    </section>
  )
}

/** The open invoice, or the next one, which the server makes when it is asked for a code. */
function Pay({ standing, close }: { standing: Standing; close: () => void }) {
  const { invoice, company } = standing
  const next = { ...standing.next!, id: undefined, dueDate: company.dueDate! }
  return <Checkout invoice={invoice ?? next} standing={standing} close={close} />
}

function Usage({ standing: { plan, used, company } }: { standing: Standing }) {
  useSignals()
  const [email] = useState(() =>
    form(BillingBody, { email: company.email ?? '' }, async body => {
      keep(await put<Standing>('/subscription', body))
      toast.ok(words('saved'), OFFICE_TOAST_MS)
    }),
  )
  return (
    <section className="card-b usage">
      {plan && (
        <>
          <h2 className="font-semibold">{words('usage', { name: plan.name })}</h2>
          {USAGE.map(name => (
            <div className="use" key={name}>
              <span className="muted">{words(name)}</span>
              <progress value={used[name]} max={Math.max(1, plan[name])} aria-label={words(name)} />
              <span className="tnum">{words('of', { n: used[name], max: plan[name] })}</span>
            </div>
          ))}
        </>
      )}
      <form className="email" noValidate onSubmit={email.submit}>
        <TextField label={words('billingEmail')} type="email" error={email.errors.value.email} {...email.field('email')} />
        <button className="btn btn-plain" aria-busy={email.busy.value} disabled={!email.dirty.value}>
          {words('save')}
        </button>
      </form>
    </section>
  )
}

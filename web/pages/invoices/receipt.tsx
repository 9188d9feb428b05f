import { useSignals } from '@preact/signals-react/runtime'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { brand } from '../../brand'
import { date, dateTime } from '../../kit/format'
import { Link } from '../../kit/link'
import { Empty, LoadFailed, Skeleton } from '../../kit/placeholder'
import { useAnswer } from '../../kit/answer'
import { Lines } from './lines'
import { civil, price } from './money'
import { Payer } from './payer'
import type { Invoice } from './state'
import { words } from './texts'

const HOW: Record<string, string> = { pix: 'Pix', asaas: 'Pix (Asaas)', mercadopago: 'Pix (Mercado Pago)', efi: 'Pix (Efí)' }

/** What stays of a payment, on one sheet of paper. */
export function ReceiptPage({ id }: { id: string }) {
  useSignals()
  const { answer: invoice, error, retry } = useAnswer<Invoice>(`/invoices/${encodeURIComponent(id)}`, {})
  if (error)
    return <LoadFailed what={words('receiptWhat')} retry={retry} error={error} back={{ to: '/financeiro', label: words('backToList') }} />
  if (!invoice) return <Skeleton rows={5} height={44} avatar={false} />
  const back = (
    <Link href="/financeiro" className="btn btn-quiet">
      {words('backToList')}
    </Link>
  )
  if (!invoice.paidAt)
    return (
      <Empty icon={Printer} title={words('notPaid')}>
        {back}
      </Empty>
    )
  const rows: [string, ReactNode][] = [
    [words('invoice'), invoice.id],
    [words('detail'), invoice.detail],
    [words('dueDate'), date(civil(invoice.dueDate))],
    [words('paidAt'), dateTime(invoice.paidAt)],
    [words('paidBy'), HOW[invoice.paidBy ?? ''] ?? words(invoice.paidBy === 'free' ? 'nothingOwed' : 'manual')],
    [words('coveredUntil'), invoice.renewedUntil ? date(civil(invoice.renewedUntil)) : '–'],
  ]
  return (
    <div className="page receipt-page">
      <header className="page-head">
        <h1>{words('receiptTitle')}</h1>
        <div className="acts">
          {back}
          <button className="btn btn-primary" onClick={() => window.print()}>
            <Printer className="icon icon-sm" aria-hidden />
            {words('print')}
          </button>
        </div>
      </header>
      <div className="page-body">
        <article className="card-b receipt" aria-label={words('receiptTitle')}>
          <header>
            <b className="font-semibold">{brand.value.name}</b>
            <span className="t-figure">{price(invoice)}</span>
          </header>
          <dl className="sum">
            <div>
              <dt>{words('billTo')}</dt>
              <dd>
                <Payer payer={invoice.payer} />
              </dd>
            </div>
            <Lines lines={invoice.lines} />
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </article>
      </div>
    </div>
  )
}

import { useSignals } from '@preact/signals-react/runtime'
import { Download, Receipt } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { invoiceApi } from '../../../src/modules/invoices/api'
import { useRight } from '../../crud/right'
import { collection } from '../../kit/collection'
import { date } from '../../kit/format'
import { Link } from '../../kit/link'
import { Empty } from '../../kit/placeholder'
import type { Column } from '../../kit/table'
import { ListPage } from '../../shell/list-page'
import { useStanding } from './standing'
import { Checkout } from './checkout'
import { civil, price } from './money'
import { PlanCard } from './plan-card'
import { ReceiptPage } from './receipt'
import { type Invoice, InvoiceState } from './state'
import { words } from './texts'

const newList = () => collection<Invoice>({ api: invoiceApi, query: () => ({ order: 'desc' }), order: (a, b) => b.id - a.id })

const columns = (pay: (invoice: Invoice) => void): Column<Invoice>[] => [
  { id: 'id', head: words('number'), className: 'muted tnum only-wide', value: one => one.id, cell: one => one.id },
  {
    id: 'detail',
    head: words('detail'),
    className: 'cell-who',
    value: one => one.detail,
    cell: one => <b className="font-medium">{one.detail}</b>,
  },
  { id: 'value', head: words('value'), className: 'num', value: one => one.value, cell: one => price(one) },
  {
    id: 'dueDate',
    head: words('dueDate'),
    className: 'muted tnum only-wide',
    value: one => one.dueDate,
    cell: one => date(civil(one.dueDate)),
  },
  { id: 'state', head: words('state'), value: one => one.status, cell: one => <InvoiceState invoice={one} /> },
  {
    id: 'action',
    head: '',
    className: 'end-sm',
    cell: one => (
      <div className="act">
        {one.status === 'open' && one.value > 0 && (
          <button className="btn btn-sm btn-primary" aria-label={words('payOf', { id: String(one.id) })} onClick={() => pay(one)}>
            {words('pay')}
          </button>
        )}
        {one.status === 'paid' && (
          <Link href={`/financeiro/${one.id}`} className="btn btn-sm btn-quiet" aria-label={words('receiptOf', { id: String(one.id) })}>
            <Download className="icon icon-sm" aria-hidden />
            {words('receipt')}
          </Link>
        )}
      </div>
    ),
  },
]

/** What the company has to pay and has paid; one of them is its receipt. */
export default function Invoices() {
  useSignals()
  const { id } = useParams<{ id?: string }>()
  if (!useRight('invoices:pay', '/invoices')) return null
  return id ? <ReceiptPage id={id} /> : <List />
}

function List() {
  const [list] = useState(newList)
  const [paying, pay] = useState<Invoice>()
  const [shownColumns] = useState(() => columns(pay))
  const { standing } = useStanding()
  return (
    <div className="invoices">
      <ListPage
        title={words('title')}
        what={words('what')}
        list={list}
        columns={shownColumns}
        search={{ label: words('search') }}
        notice={standing && <PlanCard standing={standing} />}
        empty={<Empty icon={Receipt} title={words('none')} text={words('noneText')} />}
        foot={(_, count) => words('found', { n: count })}
      />
      {paying && standing && <Checkout invoice={paying} standing={standing} close={() => pay(undefined)} />}
    </div>
  )
}

import type { ShownInvoice } from '../../../src/modules/invoices'
import { State } from '../../kit/chips'
import type { Json } from '../../kit/rows'
import { daysUntil } from './money'
import { words } from './texts'

export type Invoice = Json<ShownInvoice>

/** What is to be said of an invoice, in a word and a colour. */
export function InvoiceState({ invoice: { status, dueDate } }: { invoice: Pick<Invoice, 'status' | 'dueDate'> }) {
  const days = daysUntil(dueDate)
  if (status === 'paid') return <State tone="ok">{words('paid')}</State>
  if (status === 'cancelled') return <State tone="idle">{words('cancelled')}</State>
  return days < 0 ? <State tone="bad">{words('overdue', { n: -days })}</State> : <State tone="run">{words('open')}</State>
}

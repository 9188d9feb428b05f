import type { Receivable } from '../../../src/modules/invoices'
import { OFFICE_TOAST_MS } from '../../constants'
import { put } from '../../kit/api'
import { confirm } from '../../kit/confirm'
import { toastError } from '../../kit/errors'
import { ago, date } from '../../kit/format'
import type { Json } from '../../kit/rows'
import { toast } from '../../kit/toast'
import { civil, money, price } from '../invoices/money'
import { InvoiceState } from '../invoices/state'
import { words } from './texts'

type Row = Json<Receivable>

/** An operator says that the money of an invoice arrived; the company's date moves by that, and nothing takes it back. */
async function markPaid({ id, value, company }: Row, changed: () => void) {
  const text = words('markText', { company: company.name, value: money(value) })
  if (!(await confirm({ title: words('markTitle', { id: String(id) }), text, action: words('mark') }))) return
  await put(`/invoices/${id}`, { status: 'paid' }).then(() => toast.ok(words('marked'), OFFICE_TOAST_MS), toastError)
  changed()
}

type Shown = { invoices: Row[]; changed: () => void; page: number; of: number; turn: (page: number) => void }

/** What is open of all companies, the oldest first, page by page. */
export const Receivables = ({ invoices, changed, page, of, turn }: Shown) => (
  <section className="card-b receivables" aria-labelledby="receivables">
    <h2 id="receivables">{words('receivables')}</h2>
    {invoices.length ? (
      <table className="data">
        <thead>
          <tr>
            <th>{words('company')}</th>
            <th className="num">{words('value')}</th>
            <th className="only-wide">{words('dueDate')}</th>
            <th>{words('state')}</th>
            <th className="only-wide">{words('reminded')}</th>
            <th>
              <span className="sr-only">{words('mark')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map(one => (
            <tr key={one.id}>
              <td className="debtor">
                <span className="font-medium clip" title={one.company.name}>
                  {one.company.name}
                </span>
                <span className="faint t-meta clip">{one.detail}</span>
              </td>
              <td className="num">{price(one)}</td>
              <td className="muted tnum only-wide">{date(civil(one.dueDate))}</td>
              <td>
                <InvoiceState invoice={one} />
              </td>
              <td className="muted only-wide">{one.remindedAt ? ago(one.remindedAt) : '–'}</td>
              <td className="end-sm act">
                <button
                  className="btn btn-sm btn-plain"
                  aria-label={words('markOf', { company: one.company.name })}
                  onClick={() => void markPaid(one, changed)}
                >
                  {words('mark')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    ) : (
      <p className="muted">{words('nothingOpen')}</p>
    )}
    {(of > 1 || page > 1) && (
      <nav aria-label={words('receivables')}>
        <span className="muted t-meta tnum">{words('pageOf', { page, of })}</span>
        <button type="button" className="btn btn-sm btn-plain" disabled={page <= 1} onClick={() => turn(page - 1)}>
          {words('previousPage')}
        </button>
        <button type="button" className="btn btn-sm btn-plain" disabled={page >= of} onClick={() => turn(page + 1)}>
          {words('nextPage')}
        </button>
      </nav>
    )}
  </section>
)

import { useSignals } from '@preact/signals-react/runtime'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../../src/modules/invoices'
import { ItemBody } from '../../../src/modules/invoices/body'
import { del, post } from '../../kit/api'
import { Dialog } from '../../kit/dialog'
import { toastError } from '../../kit/errors'
import { SelectField, TextField } from '../../kit/field'
import { form } from '../../kit/form'
import { money } from '../../kit/measures'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import { useAnswer } from '../../kit/answer'
import { nameOf } from '../invoices/lines'
import { words } from './extras-texts'
import type { Company } from './types'

const KINDS = ['item', 'users', 'connections', 'queues'] as const
const isByPiece = (kind: string) => kind === 'users' || kind === 'connections' || kind === 'queues'

/** What the next invoice of a company holds beside its plan: sold, and taken back while it is not paid. */
export function Extras({ company, close }: { company: Company; close: () => void }) {
  const { answer, error, retry } = useAnswer<Item[]>('/invoice-items', { companyId: company.id })
  const [told, keep] = useState<Item[]>()
  const items = told ?? answer
  return (
    <Dialog title={words('title', { name: company.name })} close={close} width={560}>
      <p className="muted t-body">{words('text')}</p>
      {items ? <List items={items} keep={keep} /> : error ? <LoadFailed what={words('what')} retry={retry} /> : <Skeleton rows={2} />}
      <Sell key={items?.at(-1)?.id} companyId={company.id} keep={keep} />
    </Dialog>
  )
}

function List({ items, keep }: { items: Item[]; keep: (items: Item[]) => void }) {
  if (!items.length) return <p className="faint extras">{words('none')}</p>
  return (
    <ul className="extras">
      {items.map(item => {
        const name = nameOf(item)
        const value = money(item.cents / 100)
        return (
          <li key={item.id}>
            <span className="min-w-0">{name}</span>
            <span className="tnum muted">{isByPiece(item.kind) ? words('perMonth', { value }) : value}</span>
            <button
              type="button"
              className="btn btn-icon btn-quiet"
              aria-label={words('remove', { name })}
              onClick={() => void del<Item[]>(`/invoice-items/${item.id}`).then(keep, toastError)}
            >
              <Trash2 className="icon" aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function Sell({ companyId, keep }: { companyId: number; keep: (items: Item[]) => void }) {
  useSignals()
  const [held] = useState(() =>
    form(ItemBody, { companyId, kind: 'item', text: '', n: '1', value: '' }, async body => {
      keep(await post<Item[]>('/invoice-items', body))
    }),
  )
  const error = held.errors.value
  const byPiece = isByPiece(String(held.values.value['kind']))
  return (
    <form className="sell" noValidate onSubmit={held.submit}>
      <SelectField label={words('kind')} error={error['kind']} {...held.field('kind')}>
        {KINDS.map(kind => (
          <option key={kind} value={kind}>
            {words(`kind.${kind}`)}
          </option>
        ))}
      </SelectField>
      {byPiece ? (
        <TextField label={words('n')} inputMode="numeric" maxLength={5} error={error['n']} {...held.field('n')} />
      ) : (
        <TextField label={words('name')} maxLength={120} error={error['text']} {...held.field('text')} />
      )}
      <TextField label={words(byPiece ? 'each' : 'once')} inputMode="decimal" error={error['value']} {...held.field('value')} />
      <button className="btn btn-primary" aria-busy={held.busy.value}>
        {words('add')}
      </button>
    </form>
  )
}

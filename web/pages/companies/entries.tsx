import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useState } from 'react'
import type { ShownEntry } from '../../../src/modules/operator-entries'
import { FailedLine } from '../../kit/failed-line'
import { clock, date } from '../../kit/format'
import { texts } from '../../kit/i18n'
import { paged } from '../../kit/paged'
import { onResync } from '../../kit/realtime'
import type { Json } from '../../kit/rows'

type Entry = Json<ShownEntry>

const words = texts({
  pt: { what: 'as entradas de operadores', in: 'em {company}', from: '{date}, das {from} às {to}', more: 'Mostrar mais' },
  en: { what: 'the entries of operators', in: 'in {company}', from: '{date}, from {from} to {to}', more: 'Show more' },
  es: { what: 'las entradas de operadores', in: 'en {company}', from: '{date}, de {from} a {to}', more: 'Mostrar más' },
})

/** Who of the operators was in a company, when and why, the newest first. */
type Props = {
  path: '/operator-entries' | '/operator-entries/all'
  empty?: ReactNode
  /** What stands around the list, which is not there while there is nothing to say. */
  frame?: (list: ReactNode) => ReactNode
}
export function Entries({ path, empty = null, frame = list => list }: Props) {
  useSignals()
  const [list] = useState(() => paged<Entry>({ path, rows: 'records' }))
  useEffect(() => {
    void list.reload()
    return onResync(() => void list.reload())
  }, [list])
  const rows = list.items.value
  if (!rows.length) {
    if (list.failed.value) return <FailedLine what={words('what')} retry={() => void list.retry()} />
    return list.loaded.value && empty
  }
  return frame(
    <ul className="card-b entries">
      {rows.map(({ id, operatorName, companyName, reason, createdAt, endsAt, leftAt }) => (
        <li key={id}>
          <strong>
            {operatorName} {path.endsWith('all') && <span className="muted t-meta">{words('in', { company: companyName })}</span>}
          </strong>
          <p className="wrap-anywhere">{reason}</p>
          <p className="faint t-meta">{words('from', { date: date(createdAt), from: clock(createdAt), to: clock(leftAt ?? endsAt) })}</p>
        </li>
      ))}
      {list.hasMore.value && (
        <li>
          <button type="button" className="btn btn-quiet" onClick={() => void list.more()}>
            {words('more')}
          </button>
        </li>
      )}
    </ul>,
  )
}

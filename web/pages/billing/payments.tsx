import { useState } from 'react'
import type { payments } from '../../../src/modules/payments'
import { get } from '../../kit/api'
import { State } from '../../kit/chips'
import { toastError } from '../../kit/errors'
import { shortTime } from '../../kit/format'
import type { Json } from '../../kit/rows'
import { money } from '../invoices/money'
import { words } from './texts'

export type Heard = Json<Awaited<ReturnType<typeof payments.heard>>[number]>

const TONES: Record<string, 'ok' | 'idle' | 'bad'> = { paid: 'ok', gone: 'idle', repeated: 'idle' }

/** As many as the server tells at once: fewer are the last. */
const PAGE = 50

/** What was heard of payments and what was made of it, the newest first; what the provider said is under each. */
export function Payments({ newest }: { newest: Heard[] }) {
  // What was told since pushes none of those out that were read before.
  const [known] = useState(() => new Map<number, Heard>())
  const keep = (some: Heard[]) => some.forEach(event => known.set(event.id, event))
  keep(newest)
  const [isBusy, setBusy] = useState(false)
  const [isEnd, setEnd] = useState(newest.length < PAGE)
  const events = [...known.values()].sort((a, b) => b.id - a.id)
  const more = async () => {
    setBusy(true)
    await get<Heard[]>('/payment-accounts/events', { before: events.at(-1)!.id })
      .then(found => {
        keep(found)
        setEnd(found.length < PAGE)
      }, toastError)
      .finally(() => setBusy(false))
  }
  return (
    <section className="card-b heard" aria-labelledby="heard">
      <h2 id="heard">{words('payments')}</h2>
      {!events.length && <p className="muted">{words('noPayments')}</p>}
      <ol>
        {events.map(event => (
          <li key={event.id}>
            <details>
              <summary>
                <time className="faint tnum">{shortTime(event.createdAt)}</time>
                <b className="clip font-medium">{event.company ?? words('nobody')}</b>
                <span className="tnum">{event.cents !== null && money(event.cents / 100)}</span>
                <State tone={TONES[event.fate] ?? 'bad'}>{words.find(`fate.${event.fate}`) ?? event.fate}</State>
                <span className="faint t-meta clip">
                  {[words.find(`source.${event.source}`), event.provider, event.times > 1 && words('times', { n: event.times })]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </summary>
              <pre tabIndex={0}>{event.raw}</pre>
            </details>
          </li>
        ))}
      </ol>
      {!isEnd && (
        <button type="button" className="btn btn-plain btn-sm" aria-busy={isBusy} onClick={() => void more()}>
          {words('earlier')}
        </button>
      )}
    </section>
  )
}

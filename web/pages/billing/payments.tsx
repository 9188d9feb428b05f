import { useSignals } from '@preact/signals-react/runtime'
import type { payments } from '../../../src/modules/payments'
import { State } from '../../kit/chips'
import { shortTime } from '../../kit/format'
import type { Keyset } from '../../kit/keyset'
import type { Json } from '../../kit/rows'
import { money } from '../invoices/money'
import { words } from './texts'

export type Heard = Json<Awaited<ReturnType<typeof payments.heard>>['events'][number]>

const TONES: Record<string, 'ok' | 'idle' | 'bad'> = { paid: 'ok', gone: 'idle', repeated: 'idle' }

/** What was heard of payments and what was made of it, the newest first; what the provider said is under each. */
export function Payments({ heard }: { heard: Keyset<Heard> }) {
  useSignals()
  const events = heard.rows.value
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
      {heard.hasMore.value && (
        <button type="button" className="btn btn-plain btn-sm" onClick={() => void heard.more()}>
          {words('earlier')}
        </button>
      )}
    </section>
  )
}

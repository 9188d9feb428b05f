import { useSignals } from '@preact/signals-react/runtime'
import { RotateCw } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { Delivery } from '../../../src/modules/event-webhooks'
import { post } from '../../kit/api'
import { State } from '../../kit/chips'
import { toastError } from '../../kit/errors'
import { dateTime } from '../../kit/format'
import { keyset } from '../../kit/keyset'
import { LoadFailed } from '../../kit/placeholder'
import type { Json } from '../../kit/rows'
import { toast } from '../../kit/toast'
import { reasonText } from '../integrations/reason'
import { words } from './texts'

type Row = Json<Delivery>
const TONES = { waiting: 'wait', delivered: 'ok', failed: 'bad' } as const

const REFRESH_MS = 3_000

/** What a webhook was told, the newest first, and what is told again. */
export function DeliveryLog({ id }: { id: number }) {
  useSignals()
  const log = useMemo(() => keyset<Row>(`/event-webhooks/${id}/deliveries`, 'deliveries'), [id])
  const rows = log.rows.value
  useEffect(() => void log.reload(), [log])
  // No event tells how what waits fares.
  const isWaiting = rows.some(({ state }) => state === 'waiting')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void log.reload(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [log, isWaiting])
  const replay = (delivery?: number) =>
    post<{ replayed: number }>(`/event-webhooks/${id}/replay${delivery ? `?delivery=${delivery}` : ''}`).then(({ replayed }) => {
      toast.ok(words('replayed', { n: replayed }))
      return log.reload()
    }, toastError)
  if (!log.loaded.value) return log.failed.value ? <LoadFailed what={words('whatLog')} retry={() => void log.reload()} /> : null
  if (!rows.length) return <p className="muted">{words('noLog')}</p>
  return (
    <div className="grid gap-3">
      {rows.some(({ state }) => state === 'failed') && (
        <button type="button" className="btn btn-plain" onClick={() => void replay()}>
          <RotateCw className="icon icon-sm" aria-hidden />
          {words('replayAll')}
        </button>
      )}
      {rows.map(({ id: delivery, eventId, type, state, attempts, outcome, ms, createdAt }) => (
        <div key={delivery} className="flex items-center gap-3">
          <div className="min-w-0 grid gap-1 grow">
            <span className="flex flex-wrap items-center gap-2">
              <b className="font-medium">{type}</b>
              <State tone={TONES[state]}>{words(state)}</State>
            </span>
            <span className="t-meta muted tnum wrap-anywhere">
              evt_{eventId} · {dateTime(createdAt)}
              {outcome && ` · ${reasonText(outcome)}`}
              {ms !== null && ` · ${ms} ms`}
              {attempts > 1 && ` · ${words('attempts', { n: attempts })}`}
            </span>
          </div>
          {(state !== 'waiting' || attempts > 0) && (
            <button type="button" className="btn btn-sm btn-plain" onClick={() => void replay(delivery)}>
              {words(state === 'waiting' ? 'now' : 'replay')}
            </button>
          )}
        </div>
      ))}
      {log.hasMore.value && (
        <button type="button" className="btn btn-plain" onClick={() => void log.more()}>
          {words('more')}
        </button>
      )}
    </div>
  )
}

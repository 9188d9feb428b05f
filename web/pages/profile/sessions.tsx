import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { OwnSession } from '../../../src/modules/sessions'
import { del, get } from '../../kit/api'
import { State } from '../../kit/chips'
import { toastError } from '../../kit/errors'
import { ago, dateTime } from '../../kit/format'
import { LoadFailed, Skeleton } from '../../kit/placeholder'
import { onResync } from '../../kit/realtime'
import type { Json } from '../../kit/rows'
import { toast } from '../../kit/toast'
import { browserOf } from './browser'
import { words } from './texts'

/** Where one is signed in. A sign-in elsewhere or a line that was down makes it read again. */
export function Sessions() {
  useSignals()
  const [sessions, setSessions] = useState<Json<OwnSession>[]>()
  const [hasFailed, setFailed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const read = () =>
    get<Json<OwnSession>[]>('/auth/sessions').then(
      rows => {
        setSessions(rows)
        setFailed(false)
      },
      () => setFailed(true),
    )
  useEffect(() => {
    void read()
    return onResync(() => void read())
  }, [])
  async function endOthers() {
    setBusy(true)
    try {
      await del('/auth/sessions/others')
      toast.ok(words('ended'))
      await read()
    } catch (error) {
      toastError(error)
    }
    setBusy(false)
  }
  if (!sessions)
    return hasFailed ? (
      <LoadFailed what={words('sessionsWhat')} retry={() => void read()} />
    ) : (
      <Skeleton rows={2} height={60} avatar={false} />
    )
  const others = sessions.filter(({ current }) => !current).length
  return (
    <>
      <ul>
        {sessions.map(({ userAgent, createdAt, usedAt, current }, i) => (
          <li key={i} className="line">
            <div className="min-w-0">
              <div className="font-medium clip">{browserOf(userAgent)}</div>
              <p>
                {words('since', { date: dateTime(createdAt) })}
                {!current && ` · ${words('used', { ago: ago(usedAt) })}`}
              </p>
            </div>
            {current && <State tone="ok">{words('here')}</State>}
          </li>
        ))}
      </ul>
      {others ? (
        <button type="button" className="btn btn-danger-quiet" aria-busy={isBusy} onClick={() => void endOthers()}>
          {words('endOthers', { n: others })}
        </button>
      ) : (
        <p className="t-meta faint mt-4">{words('alone')}</p>
      )}
    </>
  )
}

import { useEffect, useState } from 'react'
import { t } from '../../../kit/i18n'
import { useShortcut } from '../../../kit/keys'
import type { Sending } from '../types'
import { composerField } from './focus'
import { followAway, takeBack } from './held'
import { callBack } from './sending'
import { words } from './texts'

/** Below a message that has not begun to leave: the way back into the field. */
export function HeldLine({ message }: { message: Sending }) {
  return message.heldUntil ? <Held message={message} /> : <Waiting message={message} />
}

/** For how long it can be taken back. */
function Held({ message: { clientId, heldUntil = 0 } }: { message: Sending }) {
  const secondsLeft = () => Math.max(1, Math.ceil((heldUntil - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(secondsLeft)
  useEffect(() => {
    const ticking = setInterval(() => setSeconds(secondsLeft()), 250)
    return () => clearInterval(ticking)
  }, [heldUntil])
  useEffect(() => () => followAway(clientId), [clientId])
  const back = () => {
    if (takeBack(clientId)) composerField()?.focus()
  }
  useShortcut('undo', back)
  return (
    <div className="held-line">
      <span aria-hidden>{words('leavesIn', { n: seconds })}</span>
      <button type="button" onClick={back}>
        {t('common.undo')}
      </button>
    </div>
  )
}

/** What waits for the one before it is mostly gone before anybody could read this. */
const SLOW_MS = 1_500
function Waiting({ message: { clientId } }: { message: Sending }) {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  const back = () => {
    if (callBack(clientId)) composerField()?.focus()
  }
  return (
    isSlow && (
      <div className="held-line">
        <span aria-hidden>{words('waits')}</span>
        <button type="button" aria-description={words('waits')} onClick={back}>
          {t('common.cancel')}
        </button>
      </div>
    )
  )
}

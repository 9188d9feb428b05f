import { useEffect, useState } from 'react'
import { t } from '../../../kit/i18n'
import { useShortcut } from '../../../kit/keys'
import type { Sending } from '../types'
import { composerField } from './focus'
import { takeBack } from './held'
import { words } from './texts'

/** Below a message that waits: for how long it does, and the way back into the field. */
export default function HeldLine({ message: { clientId, heldUntil = 0 } }: { message: Sending }) {
  const secondsLeft = () => Math.max(1, Math.ceil((heldUntil - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(secondsLeft)
  useEffect(() => {
    const ticking = setInterval(() => setSeconds(secondsLeft()), 250)
    return () => clearInterval(ticking)
  }, [heldUntil])
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

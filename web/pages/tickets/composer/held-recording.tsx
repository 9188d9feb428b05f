import { useSignals } from '@preact/signals-react/runtime'
import { ChevronLeft, ChevronUp, Lock, Mic } from 'lucide-react'
import { duration } from '../../../kit/measures'
import { Wave } from '../../../kit/wave'
import { CANCEL_PX, held, LOCK_PX } from './hold-to-record'
import { words } from './texts'
import type { Voice } from './voice'

const BARS = 24

/** What is seen of a recording while a finger holds it: how long, how loud, and where the finger may go. */
export function HeldRecording({ recording }: Voice) {
  useSignals()
  const { x, y } = held.value ?? { x: 0, y: 0 }
  const levels = recording?.levels.value.slice(-BARS) ?? []
  return (
    <>
      <span className="lock-way" style={{ translate: `0 ${Math.max(y, -LOCK_PX) / 3}px`, opacity: 1 + x / CANCEL_PX }} aria-hidden>
        <Lock className="icon icon-sm" />
        <ChevronUp className="icon icon-sm" />
      </span>
      <span className="live" />
      <span className="tnum held-time" role="timer">
        {duration(recording?.seconds.value ?? 0)}
      </span>
      <span className="held-wave">
        <Wave peaks={[...Array.from({ length: Math.max(0, BARS - levels.length) }, () => 0.08), ...levels]} played={1} width={72} />
      </span>
      <span className="cancel-way" style={{ translate: `${x / 3}px 0`, opacity: 1 + x / CANCEL_PX }}>
        <ChevronLeft className="icon icon-sm" aria-hidden />
        {words('slideToCancel')}
      </span>
      <span className="held-mic" style={{ translate: `${x / 2}px ${y / 2}px` }} aria-hidden>
        <Mic className="icon" />
      </span>
    </>
  )
}

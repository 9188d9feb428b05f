import { signal } from '@preact/signals-react'
import type { PointerEvent as Press } from 'react'
import { phone } from '../../../kit/screen-width'
import { takeClick } from '../../../kit/no-click'
import type { Draft } from './drafts'
import { beginVoice, discardVoice, finishVoice } from './voice'

/** The recording that a finger holds, and how far it went: to the left it is discarded, upwards it goes on without the finger. */
export const held = signal<{ draft: Draft; x: number; y: number } | undefined>(undefined)

/** A finger that leaves sooner has pressed. */
const HOLD_MS = 250
const SLOP_PX = 10
export const CANCEL_PX = 110
export const LOCK_PX = 72

/** A finger comes down on the microphone: while it rests there it records, and its leaving sends. */
export function holdVoice({ pointerType, pointerId, clientX, clientY }: Press, draft: Draft, use: (file: File) => void) {
  if (pointerType === 'mouse' || !phone.peek()) return
  const listening = new AbortController()
  const { signal: over } = listening
  const isIts = (event: PointerEvent) => event.pointerId === pointerId
  const begin = setTimeout(() => {
    // The button goes, and the finger is followed all the same.
    document.documentElement.setPointerCapture(pointerId)
    held.value = { draft, x: 0, y: 0 }
    void beginVoice(draft)
  }, HOLD_MS)
  /** Whether it was held. */
  function end() {
    clearTimeout(begin)
    listening.abort()
    const wasHeld = held.peek()?.draft === draft
    held.value = undefined
    return wasHeld
  }
  const move = (event: PointerEvent) => {
    if (!isIts(event)) return
    const [x, y] = [Math.min(0, event.clientX - clientX), Math.min(0, event.clientY - clientY)]
    if (!held.peek()) {
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > SLOP_PX) end()
      return
    }
    const isAcross = x < y
    held.value = { draft, x: isAcross ? x : 0, y: isAcross ? 0 : y }
    if (isAcross && x < -CANCEL_PX) {
      end()
      discardVoice(draft)
    } else if (!isAcross && y < -LOCK_PX) end()
  }
  const up = (event: PointerEvent) => {
    if (!isIts(event) || !end()) return
    takeClick()
    // Who leaves while the microphone is still asked for has recorded nothing.
    if (draft.voice.peek()?.recording) void finishVoice(draft).then(file => file && use(file))
    else discardVoice(draft)
  }
  // The system took the finger away: what was said is not lost, and not sent either.
  const cancel = (event: PointerEvent) => {
    if (isIts(event) && end() && !draft.voice.peek()?.recording) discardVoice(draft)
  }
  addEventListener('pointermove', move, { signal: over })
  addEventListener('pointerup', up, { signal: over })
  addEventListener('pointercancel', cancel, { signal: over })
}

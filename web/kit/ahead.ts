import { flushSync } from 'react-dom'
import { ahead, inLayer, writes } from './keys'

// Type-ahead: what is typed between the key that asks for a box and the box is meant for it, and neither for the field below nor lost.

/** A box that does not come over the network holds the keyboard no longer. */
const WAITS_MS = 10_000

let kept: KeyboardEvent[] = []
let waiting: ReturnType<typeof setTimeout> | undefined
function keep(event: KeyboardEvent) {
  // What an input method composes is the browser's alone.
  if (event.isComposing || event.key === 'Dead' || event.key === 'Process') return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!event.repeat) kept.push(event)
}
export function stopKeeping() {
  removeEventListener('keydown', keep, true)
  removeEventListener('pointerdown', stopKeeping, true)
  clearTimeout(waiting)
  kept = []
}
/** A box was asked for: what is typed from now on is kept for it. */
export function keepTyped() {
  stopKeeping()
  addEventListener('keydown', keep, true)
  // Whoever presses something goes on there.
  addEventListener('pointerdown', stopKeeping, true)
  waiting = setTimeout(stopKeeping, WAITS_MS)
}
ahead.keep = keepTyped

function type(target: HTMLInputElement | HTMLTextAreaElement, letter: string) {
  target.setRangeText(letter, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end')
  target.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
function repeat(event: KeyboardEvent) {
  const target = document.activeElement
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
  if (isLetter && writes(target)) return type(target as HTMLInputElement, event.key)
  const isFree = target?.dispatchEvent(new KeyboardEvent('keydown', event))
  // A letter lands in the field that has the focus when its key goes down.
  const field = document.activeElement
  if (isLetter && isFree && field !== target && writes(field)) type(field as HTMLInputElement, event.key)
}
/** The box stands there, and has the focus. */
export const drawn = (isThere = inLayer) =>
  // What is drawn by one key is there for the next: no effect may wait for that.
  void setTimeout(() => {
    const all = kept
    stopKeeping()
    if (!isThere()) return
    for (const event of all) flushSync(() => repeat(event))
  })

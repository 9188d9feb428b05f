import { flushSync } from 'react-dom'
import { inLayer, writes } from '../../../kit/keys'
import { dialog } from './shown'

// Type-ahead: what is typed between the key that asks for a box and the box is meant for it, and neither for the field below nor lost.

let kept: KeyboardEvent[] = []
function keep(event: KeyboardEvent) {
  // What an input method composes is the browser's alone.
  if (event.isComposing || event.key === 'Dead' || event.key === 'Process') return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!event.repeat) kept.push(event)
}
const listen = () => addEventListener('keydown', keep, true)
const stop = () => {
  removeEventListener('keydown', keep, true)
  kept = []
}
dialog.subscribe(asked => {
  stop()
  if (asked) listen()
})

function type(target: HTMLInputElement | HTMLTextAreaElement, letter: string) {
  target.setRangeText(letter, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end')
  target.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
function repeat(event: KeyboardEvent) {
  const target = document.activeElement
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
  if (isLetter && writes(target)) type(target as HTMLInputElement, event.key)
  else target?.dispatchEvent(new KeyboardEvent('keydown', event))
}
/** The box stands there, and has the focus. */
export const drawn = () =>
  // What is drawn by one key is there for the next: no effect may wait for that.
  void setTimeout(() => {
    const all = kept
    stop()
    if (!inLayer()) return
    for (const event of all) flushSync(() => repeat(event))
  })

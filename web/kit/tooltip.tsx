import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { keycaps } from './keys'

const shown = signal<{ text: string; keys?: string; left: number; top: number; above: boolean } | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

function show(element: HTMLElement) {
  // What it opened says more than its name.
  if (element.ariaExpanded === 'true') return
  const at = element.getBoundingClientRect()
  const above = at.bottom > innerHeight - 60
  const left = Math.max(60, Math.min(at.left + at.width / 2, innerWidth - 60))
  shown.value = { text: element.dataset.tip!, keys: element.dataset.keys, left, top: above ? at.top - 6 : at.bottom + 6, above }
}
const hide = () => {
  clearTimeout(timer)
  shown.value = null
}
const owner = (event: Event) => (event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null)
window.addEventListener('pointerover', event => {
  if (event.pointerType === 'touch') return
  const element = owner(event)
  hide()
  // Where icons stand in a row without a word, nobody waits for theirs.
  if (element?.closest('[data-tips]')) show(element)
  else if (element) timer = setTimeout(() => element.isConnected && show(element), 300)
})
window.addEventListener('focusin', event => {
  const element = owner(event)
  if (element?.matches(':focus-visible')) show(element)
  else hide()
})
window.addEventListener('focusout', hide)
window.addEventListener('pointerdown', hide)
window.addEventListener('keydown', hide)

/** Draws the tooltip of whatever has `data-tip` (and `data-keys`) under the pointer; once, beside the application. */
export function Tooltip() {
  useSignals()
  const tip = shown.value
  if (!tip) return null
  return (
    <div className="tip tooltip-b" aria-hidden style={{ left: tip.left, top: tip.top, translate: `-50% ${tip.above ? '-100%' : '0'}` }}>
      {tip.text}{' '}
      {tip.keys &&
        keycaps(tip.keys).map(key => (
          <kbd className="kbd" key={key}>
            {key}
          </kbd>
        ))}
    </div>
  )
}

import { keycaps } from './keys'

// The tooltip of whatever has `data-tip` (and `data-keys`) under the pointer, or the focus of the keyboard; one for the whole page.

const DELAY_MS = 300
/** It stands on the page as a whole. */
const MARGIN = 60
const GAP = 6

const tip = document.createElement('div')
tip.className = 'tip tooltip-b'
tip.ariaHidden = 'true'
let timer: ReturnType<typeof setTimeout> | undefined

const keyOf = (key: string) => {
  const kbd = document.createElement('kbd')
  kbd.className = 'kbd'
  kbd.textContent = key
  return kbd
}

function show(element: HTMLElement) {
  // What it opened says more than its name.
  if (element.ariaExpanded === 'true') return
  const { tip: text = '', keys = '' } = element.dataset
  const at = element.getBoundingClientRect()
  const isAbove = at.bottom > innerHeight - MARGIN
  const left = Math.max(MARGIN, Math.min(at.left + at.width / 2, innerWidth - MARGIN))
  tip.replaceChildren(text, ' ', ...keycaps(keys).map(keyOf))
  Object.assign(tip.style, {
    left: `${left}px`,
    top: `${isAbove ? at.top - GAP : at.bottom + GAP}px`,
    translate: `-50% ${isAbove ? '-100%' : '0'}`,
  })
  document.body.append(tip)
}
function hide() {
  clearTimeout(timer)
  tip.remove()
}

const owner = (event: Event) => (event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null)
window.addEventListener('pointerover', event => {
  if (event.pointerType === 'touch') return
  const element = owner(event)
  hide()
  // Where icons stand in a row without a word, nobody waits for theirs.
  if (element?.closest('[data-tips]')) show(element)
  else if (element) timer = setTimeout(() => element.isConnected && show(element), DELAY_MS)
})
window.addEventListener('focusin', event => {
  const element = owner(event)
  if (element?.matches(':focus-visible')) show(element)
  else hide()
})
window.addEventListener('focusout', hide)
window.addEventListener('pointerdown', hide)
window.addEventListener('keydown', hide)

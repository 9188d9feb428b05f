import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { leaves, useOver } from './overlays'
import { touched } from './touched'

const PLAIN = 'layer'
type Open = { className: string }
const open: Open[] = []
/** What is below is inert, and the body tells what lies over the page: notices stand elsewhere by that. */
function tell() {
  document.getElementById('root')?.toggleAttribute('inert', open.length > 0)
  const { className } = open.find(one => one.className === PLAIN) ?? open[0] ?? {}
  if (className) document.body.dataset['layer'] = className
  else delete document.body.dataset['layer']
}
const focusable =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex]:not([tabindex="-1"])'

/** Something that floats over the page: Esc and Back close the top one, focus is trapped and returns, what is below is inert. */
export function Layer({ close, children, className = PLAIN }: { close: () => void; children: ReactNode; className?: string }) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(close)
  latest.current = close
  useOver(close)
  // As it was before what is inside took the focus for itself.
  const { current: before } = useRef(document.activeElement as HTMLElement | null)
  useEffect(() => {
    const own = { className }
    open.push(own)
    tell()
    const element = box.current
    const first =
      element?.querySelector<HTMLElement>('[data-autofocus]') ??
      // It would open the keyboard of a phone over what was to be read first.
      (touched.matches ? null : element?.querySelector<HTMLElement>('.body :is(input,select,textarea):not(:disabled, [readonly])'))
    const next = element?.querySelector<HTMLElement>(touched.matches ? 'h2[tabindex]' : focusable)
    if (!element?.contains(document.activeElement)) (first ?? next ?? element)?.focus()
    const key = (event: KeyboardEvent) => {
      if (open.at(-1) !== own) return
      if (leaves(event) && !event.defaultPrevented) {
        event.preventDefault()
        latest.current()
      }
      if (event.key === 'Tab') turn(event, element)
    }
    addEventListener('keydown', key)
    return () => {
      removeEventListener('keydown', key)
      open.splice(open.indexOf(own), 1)
      tell()
      if (before?.isConnected) before.focus({ preventScroll: true })
    }
  }, [className])
  return createPortal(
    <div ref={box} className={className} tabIndex={-1}>
      {children}
    </div>,
    document.body,
  )
}

/** Keeps Tab inside the layer. */
function turn(event: KeyboardEvent, box: HTMLElement | null) {
  const all = [...(box?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(element => element.offsetParent !== null)
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return event.preventDefault()
  // Its title has the focus where no field was to have it.
  const inside = box?.contains(document.activeElement) && !document.activeElement?.matches('h2')
  if (event.shiftKey ? document.activeElement === first || !inside : document.activeElement === last || !inside) {
    event.preventDefault()
    ;(event.shiftKey ? last : first).focus()
  }
}

import { useEffect, useRef } from 'react'
import type { PlainKey } from './i18n'

/** `keys` are combinations such as 'a', 'alt+e', 'mod+k'; the first is the one shown. */
export type Shortcut = { keys: string[]; label: PlainKey; group: PlainKey }

const catalogue = new Map<string, Shortcut>()
const running = new Map<string, (() => void)[]>()

/** The one registry: bindings, tooltips and the `?` sheet read from it. */
export const defineShortcuts = (list: Record<string, Shortcut>) => {
  for (const [id, shortcut] of Object.entries(list)) catalogue.set(id, shortcut)
}
export const shortcuts = () => [...catalogue.entries()]

const names: Record<string, string> = {
  mod: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  enter: '↵',
  escape: 'Esc',
  delete: 'Del',
  arrowup: '↑',
  arrowdown: '↓',
}
/** ['Alt', 'E'] of 'alt+e' */
export const keycaps = (combination: string) => combination.split('+').map(key => names[key] ?? key.toUpperCase())
export const keysOf = (id: string) => catalogue.get(id)?.keys[0]

/** Runs while the component is mounted and `enabled`; the one mounted last wins. */
export function useShortcut(id: string, run: () => void, enabled = true) {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!enabled) return
    const call = () => latest.current()
    running.set(id, [...(running.get(id) ?? []), call])
    return () =>
      void running.set(
        id,
        (running.get(id) ?? []).filter(other => other !== call),
      )
  }, [id, enabled])
}

const writing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
const inLayer = () => document.querySelector('.layer,.popover') !== null

function pressed(event: KeyboardEvent, combination: string) {
  const parts = combination.split('+')
  const key = parts.at(-1)!
  const mod = event.ctrlKey || event.metaKey
  if (parts.includes('mod') !== mod || parts.includes('alt') !== event.altKey) return false
  // A sign such as ? needs Shift on most keyboards: only letters and named keys look at it.
  if (/^[a-z]/.test(key) && parts.includes('shift') !== event.shiftKey) return false
  return event.key.toLowerCase() === key || (event.altKey && event.code === `Key${key.toUpperCase()}`)
}

window.addEventListener('keydown', event => {
  if (event.isComposing || event.defaultPrevented || inLayer()) return
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey
  if (plain && writing(event.target)) return
  for (const [id, { keys }] of catalogue) {
    const run = running.get(id)?.at(-1)
    if (!run || !keys.some(combination => pressed(event, combination))) continue
    event.preventDefault()
    return run()
  }
})

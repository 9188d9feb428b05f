import { effect, signal } from '@preact/signals-react'
import { bad, rows } from './connection-warning'

/** Numbers that were linked and are down for a while, by connection, with their names. A blink is not shown. */
export const down = signal<ReadonlyMap<number, string>>(new Map())
const BLINK_MS = 3_000
const names = () => new Map((rows.value ?? []).flatMap(({ id, name, number, status }) => (number && bad.has(status) ? [[id, name]] : [])))
effect(() => {
  const now = names()
  const known = [...down.peek()].filter(([id]) => now.has(id))
  down.value = new Map(known)
  if (now.size === known.length) return
  const timer = setTimeout(() => (down.value = now), BLINK_MS)
  return () => clearTimeout(timer)
})

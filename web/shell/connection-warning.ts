import { computed, effect, signal } from '@preact/signals-react'
import { CONNECTION_CHECK_MS } from '../constants'
import type { Connection } from '../catalog'

const bad = new Set(['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'])

const rows = signal<Connection[]>()

/** False once it is known that there is no connection at all. */
export const anyConnection = computed(() => rows.value?.length !== 0)

/** True when any connection needs a look. */
export const connectionWarning = computed(() => rows.value?.some(({ status }) => bad.has(status)) ?? false)

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

/** True when the company has a simulated connection; remembered, so that the menu stands still at the next start. */
export const simulated = signal(localStorage.getItem('simulated') === 'true')
effect(() => {
  if (rows.value) simulated.value = rows.value.some(row => row.sandbox)
})
effect(() => localStorage.setItem('simulated', String(simulated.value)))

/** Watches the connections from two seconds after the start; what the line loses is asked for again. Returns how to stop. */
export function watchConnections() {
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout>
  const begin = async () => {
    const { catalog } = await import('../catalog')
    stop ??= effect(() => {
      const { items, loaded } = catalog('connections')
      if (loaded.value) rows.value = items.value
    })
  }
  const later = () => void (timer = setTimeout(() => begin().catch(later), CONNECTION_CHECK_MS))
  later()
  return () => {
    clearTimeout(timer)
    stop?.()
    stop = () => {}
  }
}

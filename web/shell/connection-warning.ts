import { computed, effect, signal } from '@preact/signals-react'
import type { Connection } from '../catalog'

const bad = new Set(['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'])
/** What the start of the page need not wait for. */
const LATER_MS = 2_000

const rows = signal<Connection[]>()

/** False once it is known that there is no connection at all. */
export const anyConnection = computed(() => rows.value?.length !== 0)

/** True when any connection needs a look. */
export const connectionWarning = computed(() => rows.value?.some(({ status }) => bad.has(status)) ?? false)

/** True when the company has a simulated connection; remembered, so that the menu stands still at the next start. */
export const simulated = signal(localStorage.getItem('simulated') === 'true')
effect(() => {
  if (rows.value) simulated.value = rows.value.some(row => row.sandbox)
})
effect(() => localStorage.setItem('simulated', String(simulated.value)))

/** Watches the connections from two seconds after the start. Returns how to stop. */
export function watchConnections() {
  let stop: (() => void) | undefined
  const timer = setTimeout(async () => {
    const { catalog } = await import('../catalog')
    stop ??= effect(() => {
      const { items, loaded } = catalog('connections')
      if (loaded.value) rows.value = items.value
    })
  }, LATER_MS)
  return () => {
    clearTimeout(timer)
    stop?.()
    stop = () => {}
  }
}

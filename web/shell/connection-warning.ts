import { retryable } from '../kit/retryable'
import { computed, effect, signal } from '@preact/signals-react'
import { CONNECTION_CHECK_MS } from '../constants'
import type { Connection } from '../catalog'

/** Statuses of a connection that needs a look. */
export const bad = new Set(['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'])

export const rows = signal<Connection[]>()

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

const importCatalog = retryable(() => import('../catalog'))
/** Watches the connections from two seconds after the start; what the line loses is asked for again. Returns how to stop. */
export function watchConnections() {
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout>
  const begin = async () => {
    const { catalog } = await importCatalog()
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

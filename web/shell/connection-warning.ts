import { computed, effect, signal } from '@preact/signals-react'
import { get } from '../kit/api'
import { on, onResync } from '../kit/realtime'

type Connection = { id: number; name: string; number?: string | null; status: string; sandbox: boolean }
const states = signal<Record<number, Connection>>({})
const bad = new Set(['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'])

/** False once it is known that there is no connection at all. */
export const anyConnection = signal(true)

/** True when any connection needs a look. */
export const connectionWarning = computed(() => Object.values(states.value).some(({ status }) => bad.has(status)))

/** Numbers that were linked and are down for a while, by connection, with their names. A blink is not shown. */
export const down = signal<ReadonlyMap<number, string>>(new Map())
const BLINK_MS = 3_000
const names = () =>
  new Map(Object.values(states.value).flatMap(({ id, name, number, status }) => (number && bad.has(status) ? [[id, name]] : [])))
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
effect(() => localStorage.setItem('simulated', String(simulated.value)))

const load = () =>
  get<Connection[]>('/whatsapp', { session: 0 }).then(
    rows => {
      states.value = Object.fromEntries(rows.map(row => [row.id, row]))
      simulated.value = rows.some(row => row.sandbox)
      anyConnection.value = rows.length > 0
    },
    () => {},
  )
function put(row: Connection) {
  states.value = { ...states.value, [row.id]: row }
  simulated.value ||= row.sandbox
  anyConnection.value = true
}

/** Watches the connections from two seconds after the start. Returns how to stop. */
export function watchConnections() {
  const timer = setTimeout(load, 2_000)
  const stops = [
    on<{ action: string; whatsapp?: Connection; whatsappId?: number }>('whatsapp', ({ action, whatsapp, whatsappId }) => {
      if (action !== 'delete') return whatsapp && put(whatsapp)
      const { [whatsappId ?? 0]: _, ...rest } = states.value
      states.value = rest
    }),
    on<{ session?: Connection }>('whatsappSession', ({ session }) => session && put(session)),
    onResync(load),
  ]
  return () => {
    clearTimeout(timer)
    stops.forEach(stop => stop())
  }
}

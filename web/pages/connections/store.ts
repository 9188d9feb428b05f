import { signal } from '@preact/signals-react'
import { get } from '../../kit/api'
import { replayMissed } from '../../kit/replay-missed'
import { on, onResync } from '../../kit/realtime'
import type { QueueRef } from '../../session'

export type Status = 'CONNECTED' | 'qrcode' | 'PAIRING' | 'DISCONNECTED' | 'TIMEOUT' | 'OPENING'
export type Connection = {
  id: number
  name: string
  status: Status
  reason: string | null
  qrcode: string
  pairingCode: string | null
  retries: number
  number: string | null
  isDefault: boolean
  sandbox: boolean
  greetingMessage: string
  expiresTicket: number
  expiresInactiveMessage: string
  integrationId: number | null
  lastTrafficAt: string | null
  queues: QueueRef[]
}

/** The last traffic is not told by events: it is read again this often. */
const REFRESH_MS = 30_000

/** The connections of the company, as they are now. */
export function connectionStore() {
  const rows = signal<Connection[]>([])
  const loaded = signal(false)
  const failed = signal(false)
  const { change, take } = replayMissed()

  async function load() {
    try {
      await take(get<Connection[]>('/whatsapp', { session: 0 }), found => {
        rows.value = found
        loaded.value = true
        failed.value = false
      })
    } catch {
      failed.value = true
    }
  }
  function put(changed: Partial<Connection> & { id: number }) {
    const known = rows.value.some(row => row.id === changed.id)
    // Another default takes the place of the one before.
    const others = (row: Connection) => (changed.isDefault ? { ...row, isDefault: false } : row)
    if (known) rows.value = rows.value.map(row => (row.id === changed.id ? { ...row, ...changed } : others(row)))
    else void load()
  }
  function follow() {
    void load()
    const timer = setInterval(() => document.visibilityState === 'visible' && void load(), REFRESH_MS)
    const stops = [
      on<{ action: string; whatsapp?: Connection; whatsappId?: number }>('whatsapp', ({ action, whatsapp, whatsappId }) => {
        if (action === 'delete') change(() => (rows.value = rows.value.filter(row => row.id !== whatsappId)))
        else if (whatsapp) change(() => put(whatsapp))
      }),
      on<{ session?: Partial<Connection> & { id: number } }>('whatsappSession', ({ session }) => session && change(() => put(session))),
      onResync(load),
    ]
    return () => {
      clearInterval(timer)
      stops.forEach(stop => stop())
    }
  }
  return { rows, loaded, failed, load, put, follow }
}
export type ConnectionStore = ReturnType<typeof connectionStore>

import {
  type AuthenticationCreds,
  BufferJSON,
  type ConnectionState,
  DisconnectReason,
  initAuthCreds,
  makeWASocket,
  proto,
  type SignalDataSet,
  type SignalKeyStore,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
  WA_CERT_DETAILS,
} from '@whiskeysockets/baileys'
import { until } from '../../../tests/until.ts'

type Options = { url: string; rootKey: string; config?: Partial<UserFacingSocketConfig> }
const silent = { level: 'silent', child: () => silent, trace() {}, debug() {}, info() {}, warn() {}, error() {} }

function memoryKeys(rows: Map<string, string>): SignalKeyStore {
  return {
    get: async (type, ids) =>
      Object.fromEntries(
        ids.flatMap(id => {
          const row = rows.get(`${type} ${id}`)
          if (!row) return []
          const value = JSON.parse(row, BufferJSON.reviver)
          return [[id, type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value]]
        }),
      ),
    async set(data: SignalDataSet) {
      for (const [type, values] of Object.entries(data)) {
        for (const [id, value] of Object.entries(values ?? {})) {
          if (value) rows.set(`${type} ${id}`, JSON.stringify(value, BufferJSON.replacer))
          else rows.delete(`${type} ${id}`)
        }
      }
    },
  }
}

/** The real Baileys, unpatched, which reconnects on restartRequired. */
export function startClient({ url, rootKey, config }: Options) {
  const creds: AuthenticationCreds = initAuthCreds()
  const rows = new Map<string, string>()
  const keys = memoryKeys(rows)
  const received: WAMessage[] = []
  const updates: { id: string; status?: number | null; stub?: string[] | null }[] = []
  const states: Partial<ConnectionState>[] = []
  const closed: number[] = []
  let stopped = false
  let sock: WASocket

  function connect() {
    // Baileys ignores it, unless the product in the same process has patched the verification.
    WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex')
    sock = makeWASocket({ auth: { creds, keys }, waWebSocketUrl: url, logger: silent, version: [2, 3000, 1043857760], ...config })
    sock.ev.on('messages.upsert', ({ messages }) => {
      received.push(...messages)
    })
    sock.ev.on('messages.update', all => {
      updates.push(...all.map(({ key, update }) => ({ id: key.id!, status: update.status, stub: update.messageStubParameters })))
    })
    sock.ev.on('connection.update', state => {
      states.push(state)
      if (state.connection === 'close') {
        const code = (state.lastDisconnect?.error as { output?: { statusCode: number } } | undefined)?.output?.statusCode ?? 0
        closed.push(code)
        if (!stopped && code === DisconnectReason.restartRequired) connect()
      }
    })
  }
  connect()

  return {
    creds,
    /** The key store, as JSON by type and id. */
    rows,
    received,
    updates,
    states,
    closed,
    until,
    connect,
    get sock() {
      return sock
    },
    qr: () => until(() => states.findLast(state => state.qr)?.qr),
    open: () => until(() => states.at(-1) && states.findLast(state => state.connection)?.connection === 'open'),
    message: (matches: (message: WAMessage) => boolean) => until(() => received.find(matches)),
    status: (id: string, status: number) =>
      until(
        () =>
          updates.some(update => update.id === id && (update.status ?? 0) >= status) ||
          received.some(message => message.key.id === id && (message.status ?? 0) >= status),
      ),
    async stop() {
      stopped = true
      await sock.end(undefined)
    },
  }
}

export type Client = ReturnType<typeof startClient>

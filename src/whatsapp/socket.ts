import {
  DEFAULT_CONNECTION_CONFIG,
  makeWASocket,
  proto,
  type AuthenticationCreds,
  type SignalKeyStore,
  type SocketConfig,
  type WASocket,
} from '@whiskeysockets/baileys'
import type { Logger } from '#kernel/process/log'
import type { GroupCache } from './groups'
import { baileysLog } from './log'
import type { Network } from './media'
import type { Version } from './web-version'
import { patchFrames } from '../patches/baileys-frames'
import { trustRoot } from '../patches/baileys-root-key'

const WATCHDOG_MS = 60_000
const CLOSING_MS = 3_000

type Options = {
  connectionId: number
  log: Logger
  creds: AuthenticationCreds
  keys: SignalKeyStore
  /** Resolves when everything that the next frame may confirm is stored. */
  durable(): Promise<void>
  network: Network
  version: Version | undefined
  makeSignalRepository: SocketConfig['makeSignalRepository']
  groups: GroupCache
  /** The stored JSON of a message that this account sent, for a recipient who could not decrypt it. */
  sentMessage(id: string): Promise<string | null>
}

/** A socket to the network, and the promise of its close. A watchdog ends it where Baileys waits for ever: refused upgrade, silent server. */
export function openSocket({
  connectionId,
  log,
  creds,
  keys,
  durable,
  network,
  version,
  makeSignalRepository,
  groups,
  sentMessage,
}: Options) {
  const sock = makeWASocket({
    auth: { creds, keys },
    version: version ?? DEFAULT_CONNECTION_CONFIG.version,
    ...(network.url && { waWebSocketUrl: network.url }),
    logger: baileysLog(log, connectionId),
    makeSignalRepository,
    emitOwnEvents: false,
    syncFullHistory: false,
    shouldIgnoreJid: jid => /@(broadcast|newsletter)$/.test(jid),
    cachedGroupMetadata: async jid => groups.fresh(jid),
    getMessage: async key => reviveMessage(key.id ? await sentMessage(key.id) : null)?.message ?? undefined,
  })
  trustRoot(sock.ws, network.rootKey)
  patchFrames(sock.ws, durable)

  const { promise: closed, resolve } = Promise.withResolvers<Error | undefined>()
  function close(error?: Error) {
    void sock.end(error)
    // A socket that does not close in time is abandoned.
    setTimeout(() => resolve(error), CLOSING_MS).unref()
  }
  const watchdog = setTimeout(() => close(new Error('the server did not answer in time')), WATCHDOG_MS)
  sock.ws.on('unexpected-response', () => close(new Error('the server refused the upgrade')))
  sock.ev.on('connection.update', ({ connection, qr, lastDisconnect }) => {
    if (qr || connection === 'open' || connection === 'close') clearTimeout(watchdog)
    if (connection === 'close') resolve(lastDisconnect?.error)
  })
  return { sock, closed, close }
}

/** A message from its stored JSON, in which bytes are base64 and enums are names. */
export const reviveMessage = (raw: string | null): proto.WebMessageInfo | null =>
  raw ? proto.WebMessageInfo.fromObject(JSON.parse(raw)) : null

export type Socket = WASocket

import '../patches/libsignal-log'
import '../patches/libsignal-chains'
import type { Channel } from '#modules/connections'
import { forget } from './credentials'
import { jidOf } from './identity'
import { journaledConnections } from './journal'
import { reasonOf } from './log'
import { fetchPicture } from './media'
import { lookupNumbers } from './numbers'
import type { Options } from './options'
import { notOpen, send } from './outbound'
import { openSession, type Session } from './session'
import { sessions } from './sessions'

export type { Network } from './media'
export type { Options as WhatsAppOptions } from './options'

const QR_PATIENCE_MS = 30_000
const LOGOUT_PATIENCE_MS = 5_000
const PICTURE_PATIENCE_MS = 10_000

/** WhatsApp behind the Channel port, spoken by Baileys. */
export function openWhatsApp(options: Options): { channel: Channel; replay(): Promise<void>; resume(): void; stop(): Promise<void> } {
  const { store, log, events } = options
  const running = sessions(options)

  function opened(connectionId: number) {
    const session = running.find(connectionId)
    if (!session?.open || !session.sock) throw notOpen()
    return { session, sock: session.sock }
  }

  async function logout(connectionId: number) {
    const session = running.find(connectionId)
    if (session?.open && session.sock) await Promise.race([session.sock.logout().catch(() => {}), Bun.sleep(LOGOUT_PATIENCE_MS)])
    await running.stop(connectionId)
    await forget(store, connectionId)
    await events.session(connectionId, { status: 'DISCONNECTED', qrcode: '', reason: 'logged_out' })
  }

  async function requestPairingCode(connectionId: number, number: string) {
    const session = running.find(connectionId)
    if (!session || !(await showsCode(session)) || !session.sock) throw notOpen()
    const pairingCode = await session.sock.requestPairingCode(number).catch(() => Promise.reject(notOpen()))
    await session.tell({ ...session.state, pairingCode })
    return pairingCode
  }

  const channel: Channel = {
    start: connection => running.start({ ...connection, sandbox: connection.sandbox ?? false }),
    async stop(connectionId) {
      await running.stop(connectionId)
      await events.session(connectionId, { status: 'DISCONNECTED', qrcode: '' })
    },
    logout,
    requestPairingCode,
    isOpen: connectionId => running.find(connectionId)?.open ?? false,
    socketGeneration(connectionId) {
      const session = running.find(connectionId)
      return session?.open ? session.sock : null
    },
    async send(outbound) {
      const { session, sock } = opened(outbound.connectionId)
      return whileOpen(session, send(sock, outbound, session.network(), session.known))
    },
    async presence(connectionId, chat, state) {
      await opened(connectionId).sock.sendPresenceUpdate(state, jidOf(chat))
    },
    async subscribe(connectionId, chat) {
      await opened(connectionId).sock.presenceSubscribe(jidOf(chat))
    },
    lookup: async (connectionId, numbers) => lookupNumbers(opened(connectionId).sock, numbers),
    attachment: (connectionId, raw) => opened(connectionId).session.attachment(raw),
    async picture(connectionId, chat) {
      const { session, sock } = opened(connectionId)
      const url = await sock.profilePictureUrl(jidOf(chat), 'image', PICTURE_PATIENCE_MS).catch(() => undefined)
      return url ? fetchPicture(url, session.network()).catch(() => null) : null
    },
  }

  /** Hands over what was received before the last end of the process, whether or not its connection starts again. */
  async function replay() {
    for (const { id, companyId, sandbox } of await journaledConnections(store.db))
      await openSession({ id, companyId, sandbox: Boolean(sandbox) }, options)
        .incoming.replay()
        .catch((error: unknown) => log.error({ connectionId: id, reason: reasonOf(error) }, 'the journal was not read'))
  }

  return { channel, replay, resume: running.resume, stop: running.stopAll }
}

/** A code can be asked for once the server shows QR codes. */
async function showsCode(session: Session) {
  for (const until = Date.now() + QR_PATIENCE_MS; Date.now() < until; await Bun.sleep(50))
    if (session.state.status === 'qrcode') return true
  return false
}

/** Baileys would wait a minute for answers that an ended socket can't bring. */
async function whileOpen<T>({ cuts }: Session, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const cut = () => reject(notOpen())
  cuts.add(cut)
  try {
    return await Promise.race([work, promise])
  } finally {
    cuts.delete(cut)
  }
}

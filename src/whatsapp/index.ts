import type { Channel, DisconnectReason } from '#modules/connections'
import { forget } from './credentials'
import { jidOf } from './identity'
import { fetchPicture } from './media'
import { lookupNumbers } from './numbers'
import type { Options } from './options'
import { notOpen, send } from './outbound'
import { patchLibraries } from './patches'
import type { Session } from './session'
import { sessions } from './sessions'

export type { Options as WhatsAppOptions } from './options'

const QR_PATIENCE_MS = 30_000
const LOGOUT_PATIENCE_MS = 5_000
const PICTURE_PATIENCE_MS = 10_000

/** WhatsApp behind the Channel port, by Baileys. `replay` once at the start, before connections are started. */
export function openWhatsApp(options: Options): { channel: Channel; replay(): Promise<void>; resume(): void; stop(): Promise<void> } {
  patchLibraries()
  const { store, events } = options
  const running = sessions(options)

  function requireOpen(connectionId: number) {
    const session = running.find(connectionId)
    if (!session?.open || !session.sock) throw notOpen()
    return { session, sock: session.sock }
  }

  async function logout(connectionId: number, reason: DisconnectReason = 'logged_out') {
    const session = running.find(connectionId)
    if (session?.open && session.sock) await Promise.race([session.sock.logout().catch(() => {}), Bun.sleep(LOGOUT_PATIENCE_MS)])
    await running.stop(connectionId)
    await forget(store, connectionId)
    await events.session(connectionId, { status: 'DISCONNECTED', qrcode: '', reason })
  }

  async function requestPairingCode(connectionId: number, number: string) {
    const session = running.find(connectionId)
    if (!session || !(await showsCode(session)) || !session.sock) throw notOpen()
    const pairingCode = await session.sock.requestPairingCode(number).catch(() => Promise.reject(notOpen()))
    await session.reportState({ ...session.state, pairingCode })
    return pairingCode
  }

  const channel: Channel = {
    start: connection => running.start({ ...connection, sandbox: connection.sandbox ?? false }),
    async stop(connectionId) {
      await running.stop(connectionId)
      await events.session(connectionId, { status: 'DISCONNECTED', qrcode: '' })
    },
    restart: running.restart,
    logout,
    requestPairingCode,
    isOpen: connectionId => running.find(connectionId)?.open ?? false,
    socketGeneration(connectionId) {
      const session = running.find(connectionId)
      return session?.open ? session.sock : null
    },
    async send(outbound) {
      const { session, sock } = requireOpen(outbound.connectionId)
      return whileOpen(session, send(sock, outbound, session.network(), session.knownNumbers))
    },
    async presence(connectionId, chat, state) {
      await requireOpen(connectionId).sock.sendPresenceUpdate(state, jidOf(chat))
    },
    async subscribe(connectionId, chat) {
      await requireOpen(connectionId).sock.presenceSubscribe(jidOf(chat))
    },
    lookup: async (connectionId, numbers) => lookupNumbers(requireOpen(connectionId).sock, numbers),
    attachment: (connectionId, raw) => requireOpen(connectionId).session.attachment(raw),
    async picture(connectionId, chat) {
      const { session, sock } = requireOpen(connectionId)
      const url = await sock.profilePictureUrl(jidOf(chat), 'image', PICTURE_PATIENCE_MS).catch(() => undefined)
      return url ? fetchPicture(url, session.network()).catch(() => null) : null
    },
  }

  return { channel, replay: running.replay, resume: running.resume, stop: running.stopAll }
}

/** WhatsApp gives a pairing code once it shows QR codes. */
async function showsCode(session: Session) {
  for (const until = Date.now() + QR_PATIENCE_MS; Date.now() < until; await Bun.sleep(50))
    if (session.state.status === 'qrcode') return true
  return false
}

/** Rejects when the socket ends: Baileys would wait a minute for an answer that can't come any more. */
async function whileOpen<T>({ closeListeners }: Session, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const listener = () => reject(notOpen())
  closeListeners.add(listener)
  try {
    return await Promise.race([work, promise])
  } finally {
    closeListeners.delete(listener)
  }
}

import type { BinaryNode, Contact } from '@whiskeysockets/baileys'
import { storageFaultOf } from '#kernel/storage/storage-errors'
import { LEASE_RENEWAL_MS, type Restriction } from '#modules/connections'
import { dropUnheardEvents } from '../patches/baileys-events'
import { messageStanzas } from '../patches/baileys-stanzas'
import { callWatcher } from './calls'
import { personOf } from './identity'
import type { Reading } from './inbound'
import { journal } from './journal'
import type { Options } from './options'
import { readPhoneBook } from './phone-book'
import { readPresence } from './presence'
import { readAck, readReceipt } from './receipts'
import { watchRestrictions } from './restrictions'
import type { Session } from './session'
import { openSocket } from './socket'
import { readResent } from './placeholder-resend'

/** Throttle of reporting traffic. */
const TRAFFIC_MS = 10_000

/** How a socket ended. `scanned`: the phone took the code on it; `paired`: the device is linked; `openMs`: null when it never opened. */
export type SocketEnd = { error: Error | undefined; scanned: boolean; paired: boolean; openMs: number | null }

/** Runs one socket from the handshake to the close. */
export async function runSocket(session: Session, { log, events, version, lease }: Options): Promise<SocketEnd> {
  const { id, companyId } = session.owner
  const received = (reading: Reading) =>
    void session.keys.durable().then(
      () => session.incoming.enqueue(reading),
      () => {},
    )
  // Writes of receipts and calls: frames wait for them, so the server is told "received" only after they are stored.
  const storing = new Set<Promise<unknown>>()
  function confirmAfter(work: Promise<unknown>, failure: string) {
    const stored = work
      .catch((error: unknown) => {
        session.logFailure(failure)(error)
        if (!storageFaultOf(error)) return
        // The server sends again whatever this socket never confirmed.
        close(new Error(failure))
        throw error
      })
      .finally(() => storing.delete(stored))
    stored.catch(() => {})
    storing.add(stored)
  }
  const durable = async () => void (await Promise.all([session.keys.durable(), ...storing]))
  const { attributesOf, patchStanzas } = messageStanzas()
  const makeSignalRepository = journal({ me: session.me, attributesOf, read: session.readRow, received })
  session.keys.resetFailure()
  const creds = await session.credentials()
  const { sock, closed, close } = openSocket({
    connectionId: id,
    log,
    creds,
    keys: session.keys,
    durable,
    network: session.network(),
    version: version?.(session.owner),
    makeSignalRepository,
    groups: session.groups,
    sentMessage: messageId => events.sentMessage(id, messageId),
  })
  session.sock = sock
  session.close = close
  let openedAt: number | null = null
  let scanned = false

  patchStanzas(sock.ws)
  dropUnheardEvents(sock.ev)
  session.groups.follow(sock.ev)
  reportReceipts()
  reportPresence()
  reportCalls()
  reportPhoneBook()
  reportRestrictions()
  reportTraffic()

  // Baileys announces this device only when it has a name, and the name may come after the connection opened.
  let announced = Boolean(creds.me?.name)
  sock.ev.on('creds.update', ({ me }) => {
    session.save()
    if (announced || !me?.name || !session.open) return
    announced = true
    sock.sendPresenceUpdate('available').catch(session.logFailure('presence was not sent'))
  })

  sock.ev.on('messages.upsert', upsert => {
    const me = session.me()
    if (!me) return
    for (const reading of readResent(upsert, me, (attrs, message) => session.readStanza(attrs, me, message, null)))
      void session.incoming.enqueue(reading)
  })

  sock.ev.on('connection.update', ({ connection, qr, isNewLogin }) => {
    if (qr) void session.reportState({ status: 'qrcode', qrcode: qr, pairingCode: session.state.pairingCode })
    if (isNewLogin) {
      scanned = true
      void session.reportState({ status: 'PAIRING', qrcode: '' })
    }
    if (connection === 'open') opened()
  })

  function opened() {
    openedAt = performance.now()
    session.open = true
    const number = personOf(creds.me?.id).pn ?? undefined
    void session
      .reportState({ status: 'CONNECTED', qrcode: '', retries: 0, number })
      .then(() => session.open && events.ready(session.owner.companyId, id))
  }

  function reportReceipts() {
    const report = (receipt: ReturnType<typeof readAck>) => {
      if (receipt) confirmAfter(events.receipt({ companyId, connectionId: id, ...receipt }), 'a receipt was not stored')
    }
    sock.ws.on('CB:ack,class:message', (stanza: BinaryNode) => report(readAck(stanza)))
    sock.ws.on('CB:receipt', (stanza: BinaryNode) => {
      const me = session.me()
      report(me && readReceipt(stanza, me))
    })
  }

  function reportPresence() {
    async function report(stanza: BinaryNode) {
      const presence = readPresence(stanza)
      if (presence && !session.isMe(presence.chat))
        events.presence({ companyId, connectionId: id, state: presence.state, chat: await session.complete(presence.chat) })
    }
    for (const tag of ['CB:presence', 'CB:chatstate'])
      sock.ws.on(tag, (stanza: BinaryNode) => void report(stanza).catch(session.logFailure('a presence was not told')))
  }

  function reportCalls() {
    const missedCall = callWatcher(session.me)
    sock.ws.on('CB:call', (stanza: BinaryNode) => {
      const reading = missedCall(stanza)
      if (reading) confirmAfter(session.incoming.enqueue(reading), 'a call was not stored')
    })
  }

  function reportPhoneBook() {
    const report = (told: Contact[]) =>
      void readPhoneBook(told, session)
        .then(people => (people.length ? events.phoneBook(companyId, id, people) : undefined))
        .catch(session.logFailure('the address book was not stored'))
    sock.ev.on('contacts.upsert', report)
    sock.ev.on('messaging-history.set', ({ contacts }) => report(contacts))
  }

  function reportRestrictions() {
    const store = (told: Restriction) =>
      void events.restriction(companyId, id, told).catch(session.logFailure('a restriction was not stored'))
    watchRestrictions(sock, store, session.logFailure('the network did not say how many conversations may begin'))
  }

  function reportTraffic() {
    let last = -TRAFFIC_MS
    sock.ws.on('frame', () => {
      const now = performance.now()
      if (!session.open || now - last < TRAFFIC_MS) return
      last = now
      events.traffic(id, new Date())
    })
  }

  const renewal = setInterval(() => {
    lease(id).then(
      mine => mine || close(new Error('another process runs this connection')),
      session.logFailure('the lease was not renewed'),
    )
  }, LEASE_RENEWAL_MS)

  const error = await closed
  clearInterval(renewal)
  session.open = false
  session.sock = null
  for (const listener of session.closeListeners) listener()
  await session.keys.durable().catch(() => {})
  return { error, scanned, paired: session.isPaired(), openMs: openedAt === null ? null : performance.now() - openedAt }
}

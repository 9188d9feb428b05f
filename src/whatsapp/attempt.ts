import type { BinaryNode } from '@whiskeysockets/baileys'
import { storageFaultOf } from '#kernel/storage/storage-errors'
import { callWatcher } from './calls'
import { personOf } from './identity'
import type { Reading } from './inbound'
import { journal } from './journal'
import type { Options } from './options'
import { readPresence } from './presence'
import { readAck, readReceipt } from './receipts'
import type { Session } from './session'
import { openSocket } from './socket'
import { readResent } from './resent'

const LEASE_RENEWAL_MS = 10_000
const TRAFFIC_MS = 10_000

export type Attempt = { error: Error | undefined; scanned: boolean; paired: boolean; openMs: number | null }

/** One socket from its opening to its end. */
export async function attempt(session: Session, { log, events, version, lease }: Options): Promise<Attempt> {
  const { id, companyId } = session.owner
  const received = (reading: Reading) =>
    void session.keys.durable().then(
      () => session.incoming.take(reading),
      () => {},
    )
  // What is told here is not confirmed to the server before it is stored.
  const storing = new Set<Promise<unknown>>()
  const confirmAfter = (work: Promise<unknown>, failure: string) => {
    const stored = work
      .catch((error: unknown) => {
        session.failed(failure)(error)
        if (!storageFaultOf(error)) return
        // The server tells again what this socket never confirmed.
        close(new Error(failure))
        throw error
      })
      .finally(() => storing.delete(stored))
    stored.catch(() => {})
    storing.add(stored)
  }
  const durable = async () => void (await Promise.all([session.keys.durable(), ...storing]))
  const { watch, makeSignalRepository } = journal({ me: session.me, read: session.readRow, received })
  session.keys.begin()
  const creds = await session.credentials()
  const { sock, closed, close } = openSocket({
    connectionId: id,
    log,
    creds,
    keys: session.keys,
    durable,
    network: session.network(),
    version,
    makeSignalRepository,
    groups: session.groups,
    sentMessage: messageId => events.sentMessage(id, messageId),
  })
  session.sock = sock
  session.close = close
  let openedAt: number | null = null
  let scanned = false

  // Last in, first heard: the journal keeps the stanza as it came.
  sock.ws.prependListener('CB:message', inSequence)
  sock.ws.prependListener('CB:message', watch)
  session.groups.watch(sock.ev)
  reportReceipts()
  reportPresence()
  reportCalls()
  reportTraffic()

  // Without a name nobody is told that this account is there, and the name may come after the connection opened.
  let announced = Boolean(creds.me?.name)
  sock.ev.on('creds.update', ({ me }) => {
    session.save()
    if (announced || !me?.name || !session.open) return
    announced = true
    sock.sendPresenceUpdate('available').catch(session.failed('presence was not sent'))
  })

  sock.ev.on('messages.upsert', upsert => {
    const me = session.me()
    if (!me) return
    for (const reading of readResent(upsert, me, (attrs, message) => session.readStanza(attrs, me, message, null)))
      void session.incoming.take(reading)
  })

  sock.ev.on('connection.update', ({ connection, qr, isNewLogin }) => {
    if (qr) void session.tell({ status: 'qrcode', qrcode: qr, pairingCode: session.state.pairingCode })
    if (isNewLogin) {
      scanned = true
      void session.tell({ status: 'PAIRING', qrcode: '' })
    }
    if (connection === 'open') opened()
  })

  function opened() {
    openedAt = performance.now()
    session.open = true
    const number = personOf(creds.me?.id).pn ?? undefined
    void session
      .tell({ status: 'CONNECTED', qrcode: '', retries: 0, number })
      .then(() => session.open && events.ready(session.owner.companyId, id))
  }

  function reportReceipts() {
    const report = (found: ReturnType<typeof readAck>) => {
      if (found) confirmAfter(events.receipt({ companyId, connectionId: id, ...found }), 'a receipt was not stored')
    }
    sock.ws.on('CB:ack,class:message', (stanza: BinaryNode) => report(readAck(stanza)))
    sock.ws.on('CB:receipt', (stanza: BinaryNode) => {
      const me = session.me()
      report(me && readReceipt(stanza, me))
    })
  }

  function reportPresence() {
    const report = async (stanza: BinaryNode) => {
      const found = readPresence(stanza)
      if (found && !session.isMe(found.chat))
        events.presence({ companyId, connectionId: id, state: found.state, chat: await session.complete(found.chat) })
    }
    for (const tag of ['CB:presence', 'CB:chatstate'])
      sock.ws.on(tag, (stanza: BinaryNode) => void report(stanza).catch(session.failed('a presence was not told')))
  }

  function reportCalls() {
    const hear = callWatcher(session.me)
    sock.ws.on('CB:call', (stanza: BinaryNode) => {
      const missed = hear(stanza)
      if (missed) confirmAfter(session.incoming.take(missed), 'a call was not stored')
    })
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
    lease(id).then(mine => mine || close(new Error('another process runs this connection')), session.failed('the lease was not renewed'))
  }, LEASE_RENEWAL_MS)

  const error = await closed
  clearInterval(renewal)
  session.open = false
  session.sock = null
  for (const cut of session.cuts) cut()
  await session.keys.durable().catch(() => {})
  return { error, scanned, paired: session.isPaired(), openMs: openedAt === null ? null : performance.now() - openedAt }
}

/** Baileys works off what it had missed one by one, but takes what is live at once, ahead of its own chat: all of it has to queue. */
const inSequence = ({ attrs }: BinaryNode) => void (attrs.offline ??= 'live')

import type { AuthenticationCreds } from '@whiskeysockets/baileys'
import type { Person, SessionState } from '#modules/connections'
import { download, MediaGone, type Network } from './media'
import type { Attachment, Sealed } from './content'
import { forget, loadCreds } from './credentials'
import { groupCache } from './groups'
import { personOf, samePerson, type Me } from './identity'
import { inbox } from './inbox'
import { read, type Lookup } from './inbound'
import type { JournalRow } from './journal'
import { keyStore } from './keys'
import { reasonOf } from './log'
import type { Options, Owner } from './options'
import { knownNumbers } from './outbound'
import type { Socket } from './socket'

const PHONE_PATIENCE_MS = 30_000

/** Everything about one connection that outlives its sockets. */
export function openSession(owner: Owner, { store, log, events, network }: Options) {
  const { id, companyId } = owner
  let creds: AuthenticationCreds | null = null
  let telling: Promise<unknown> = Promise.resolve()

  const failed = (what: string) => (error: unknown) => log.error({ connectionId: id, reason: reasonOf(error) }, what)

  const me = (): Me | null => (creds?.me ? { id: creds.me.id, lid: creds.me.lid ?? '' } : null)
  const isMe = (person: Person) => samePerson(person, personOf(creds?.me?.id, creds?.me?.lid))

  const keys = keyStore(store, id, {
    pair(pn, lid) {
      incoming.knowPair(pn, lid)
      if (!isMe({ pn, lid })) events.identity(companyId, { pn, lid }).catch(failed('two forms of one person were not joined'))
    },
    broke(error) {
      failed('keys could not be stored')(error)
      creds = null
      session.close(new Error('keys could not be stored'))
    },
  })

  const groups = groupCache(jid => (session.open ? session.sock?.groupMetadata(jid) : undefined))

  /** Adds the other form of a person where it is known; nothing is asked of the network. */
  async function complete(person: Person): Promise<Person> {
    if (person.pn && person.lid) return person
    const name = person.pn ?? `${person.lid}_reverse`
    const { [name]: other } = await keys.get('lid-mapping', [name])
    return person.pn ? { pn: person.pn, lid: other ?? null } : { pn: other ?? null, lid: person.lid }
  }
  const lookup: Lookup = { complete, subject: groups.subject, isAdmin: groups.isAdmin }

  const readRow = (row: JournalRow, message: Parameters<typeof read>[2]) => readStanza(row.attrs, row.me, message, row)
  const readStanza = (attrs: Record<string, string>, self: Me, message: Parameters<typeof read>[2], row: JournalRow | null) => {
    const reading = read(attrs, self, message, (attachment, sealed) => fetchAttachment(reading!.envelope.key, attachment, sealed), row)
    return reading
  }

  async function fetchAttachment(key: { id: string; remoteJid: string; fromMe: boolean; participant?: string }, attachment: Attachment, sealed: Sealed) {
    try {
      return await download(attachment, sealed, where())
    } catch (error) {
      if (!(error instanceof MediaGone) || !session.open || !session.sock) throw error
      await askPhone(session.sock, key, attachment, sealed)
      return download(attachment, sealed, where())
    }
  }

  /** The own phone puts an expired file on the media host again; the answer changes `attachment`. */
  async function askPhone(sock: Socket, key: { id: string; remoteJid: string }, attachment: Attachment, sealed: Sealed) {
    await sock.refreshMediaConn(false)
    const asked = sock.updateMediaMessage({ key, message: { [`${sealed}Message`]: attachment } })
    const late = Bun.sleep(PHONE_PATIENCE_MS).then(() => Promise.reject(new MediaGone('the phone did not answer')))
    await Promise.race([asked, late])
  }

  const where = (): Network => network({ id, sandbox: owner.sandbox })
  const incoming = inbox({ owner, store, log, events, lookup, read: readRow })

  const session = {
    owner,
    sock: null as Socket | null,
    /** Ends the current socket. */
    close: (_error?: Error) => {},
    open: false,
    state: { status: 'DISCONNECTED' } as SessionState,
    known: knownNumbers(),
    me,
    isMe,
    keys,
    groups,
    complete,
    network: where,
    incoming,
    readRow,
    readStanza,
    failed,
    tell(state: SessionState): Promise<unknown> {
      session.state = state
      return (telling = telling.then(() => events.session(id, state)).catch(failed('the state of a session was not told')))
    },
    /** What pairing by code began but did not end is thrown away. */
    async credentials(): Promise<AuthenticationCreds> {
      if (creds?.me && !creds.account) await session.forget()
      return (creds ??= await loadCreds(store, id))
    },
    isPaired: () => Boolean(creds?.account),
    save: () => void (creds && keys.saveCreds(creds)),
    async forget() {
      await keys.durable().catch(() => {})
      creds = null
      keys.forgetCache()
      await forget(store, id)
    },
  }
  return session
}
export type Session = ReturnType<typeof openSession>

import type { AuthenticationCreds, proto } from '@whiskeysockets/baileys'
import { mutex } from '#kernel/process/serial'
import type { Key, Person, SessionState } from '#modules/connections'
import { attachments } from './attachments'
import { readContent, unwrap } from './content'
import { forget, loadCreds } from './credentials'
import { groupCache } from './groups'
import { personOf, samePerson, type Me } from './identity'
import { inbox } from './inbox'
import { read, type Reading } from './inbound'
import type { JournalRow } from './journal'
import { keyStore, type KeyCache } from './keys'
import { reasonOf } from './log'
import { MediaGone } from './media'
import type { Options, Owner } from './options'
import { knownNumbers } from './outbound'
import { reviveMessage, type Socket } from './socket'

/** Everything of one connection that outlives its sockets: credentials, keys, groups, the inbox and the last reported state. */
export function openSession(owner: Owner, cache: KeyCache, { store, log, events, network: networkOf }: Options) {
  const { id, companyId } = owner
  let creds: AuthenticationCreds | null = null
  const reportInOrder = mutex()

  const logFailure = (message: string) => (error: unknown) => log.error({ connectionId: id, reason: reasonOf(error) }, message)
  const network = () => networkOf({ id, sandbox: owner.sandbox })
  const openSocket = () => (session.open ? session.sock : null)

  const me = (): Me | null => (creds?.me ? { id: creds.me.id, lid: creds.me.lid ?? '' } : null)
  const isMe = (person: Person) => samePerson(person, personOf(creds?.me?.id, creds?.me?.lid))

  const keys = keyStore(store, cache, id, {
    pair(pn, lid) {
      incoming.learnPair(pn, lid)
      if (!isMe({ pn, lid })) events.identity(companyId, { pn, lid }).catch(logFailure('two forms of one person were not joined'))
    },
    failed(error) {
      logFailure('keys could not be stored')(error)
      creds = null
      session.close(new Error('keys could not be stored'))
    },
  })
  const groups = groupCache(jid => openSocket()?.groupMetadata(jid))
  const fetch = attachments({ network, socket: openSocket })

  /** Adds the other form of a person from the key store; the network is not asked. */
  async function complete(person: Person): Promise<Person> {
    if (person.pn && person.lid) return person
    const name = person.pn ?? `${person.lid}_reverse`
    const { [name]: other } = await keys.get('lid-mapping', [name])
    return person.pn ? { pn: person.pn, lid: other ?? null } : { pn: other ?? null, lid: person.lid }
  }

  function readStanza(attrs: Record<string, string>, self: Me, message: proto.IMessage, row: JournalRow | null): Reading | null {
    const reading = read(attrs, self, message, (attachment, sealed) => fetch(reading!.envelope.key, attachment, sealed), row)
    return reading
  }
  const readRow = (row: JournalRow, message: proto.IMessage) => readStanza(row.attrs, row.me, message, row)

  function attachment(raw: string): AsyncIterable<Uint8Array> {
    const kept = reviveMessage(raw)
    const inner = unwrap(kept?.message)
    const content = inner && readContent(inner, (file, sealed) => fetch(kept!.key as Key, file, sealed))
    if (content?.type !== 'media') throw new MediaGone('this message carries no file')
    return content.download()
  }

  const incoming = inbox({
    owner,
    store,
    log,
    events,
    read: readRow,
    lookup: { complete, subject: groups.subject, isAdmin: groups.isAdmin },
  })

  const session = {
    owner,
    sock: null as Socket | null,
    /** Ends the current socket. */
    close: (_error?: Error) => {},
    open: false,
    /** Called when the current socket has ended. */
    closeListeners: new Set<() => void>(),
    state: { status: 'DISCONNECTED' } as SessionState,
    knownNumbers: knownNumbers(),
    me,
    isMe,
    keys,
    groups,
    complete,
    network,
    incoming,
    readRow,
    readStanza,
    attachment,
    logFailure,
    /** Reports a state to the product, in order. */
    reportState(state: SessionState): Promise<unknown> {
      session.state = state
      return reportInOrder(() => events.session(id, state)).catch(logFailure('the state of a session was not told'))
    },
    /** Throws away what a pairing by code left behind that was not completed. */
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

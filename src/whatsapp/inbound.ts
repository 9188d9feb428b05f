import type { proto } from '@whiskeysockets/baileys'
import type { Db } from '#kernel/storage/libsql'
import type { Content, Inbound, Person } from '#modules/connections'
import { readChange } from './changes'
import { kindOf, readContent, unwrap, type Fetch } from './content'
import { readEnvelope, type Envelope } from './envelope'
import { jidOf, type Me } from './identity'
import { deleteJournal, type JournalRow } from './journal'

/** A message as its stanza and plaintext say, before anything is looked up. */
export type Reading = {
  envelope: Envelope
  message: proto.IMessage
  content: Content
  /** What it quotes, and whether it was forwarded. */
  context: proto.IContextInfo | null
  byAdmin: boolean
  row: JournalRow | null
}

/** Null when the product has no use for the message. */
export function read(attrs: Record<string, string>, me: Me, message: proto.IMessage, fetch: Fetch, row: JournalRow | null): Reading | null {
  const envelope = readEnvelope(attrs, me)
  const inner = envelope && unwrap(message)
  if (!envelope || !inner) return null
  const shared = { envelope, message, context: contextOf(inner), row }
  const change = readChange(inner, envelope.key, me)
  if (change) return { ...shared, ...change }
  const content = inner.reactionMessage ? null : readContent(inner, fetch)
  return content && { ...shared, content, byAdmin: false }
}

/** Beyond the message itself: answered by the key store, or by the network. */
export type Lookup = {
  complete(person: Person): Promise<Person>
  subject(group: string): Promise<string | null>
  isAdmin(group: string, person: Person): Promise<boolean>
}

type Owner = { id: number; companyId: number }

/** A message as the product takes it; null for a delete by somebody who is no admin of the group. */
export async function inboundOf(reading: Reading, { id, companyId }: Owner, lookup: Lookup): Promise<Inbound | null> {
  const { envelope, message, content, context, byAdmin, row } = reading
  const { key, chat, name, at, recovered } = envelope
  const sender = await lookup.complete(envelope.sender)
  if (byAdmin && !('group' in chat && (await lookup.isAdmin(chat.group, sender)))) return null
  const person = 'group' in chat ? null : await lookup.complete(chat.person)
  // Readers of the raw message that look for a number find it, although the chat is addressed by its lid.
  const alternative = person?.pn && key.remoteJid.endsWith('@lid') ? jidOf({ pn: person.pn, lid: null }) : null
  return {
    companyId,
    connectionId: id,
    key,
    chat: 'group' in chat ? { kind: 'group', id: chat.group, subject: await lookup.subject(chat.group) } : { kind: 'person', ...person! },
    sender: { ...sender, name },
    at,
    recovered,
    byAdmin,
    forwarded: Boolean(context?.isForwarded || context?.forwardingScore),
    quoted: context?.stanzaId && context.quotedMessage ? { id: context.stanzaId, body: summary(context.quotedMessage) } : null,
    content,
    raw: JSON.stringify({
      key: { ...key, ...(alternative && { remoteJidAlt: alternative }) },
      message,
      messageTimestamp: Math.floor(at.getTime() / 1000),
      pushName: name,
    }),
    ackJournal: async (db: Db) => void (row && (await deleteJournal(db, id, row.id))),
  }
}

function contextOf(inner: proto.IMessage): proto.IContextInfo | null {
  const kind = kindOf(inner)
  const part = kind ? inner[kind as keyof proto.IMessage] : null
  return part && typeof part === 'object' && 'contextInfo' in part ? (part.contextInfo ?? null) : null
}

const unreachable: Fetch = () => {
  throw new Error('a quoted attachment is not fetched')
}

/** The text of a quoted message, in one line. */
function summary(quoted: proto.IMessage): string {
  const inner = unwrap(quoted)
  const content = inner && readContent(inner, unreachable)
  if (content?.type === 'text') return content.body
  if (content?.type === 'media') return content.caption || content.fileName || ''
  if (content?.type === 'location') return content.name || content.address
  if (content?.type === 'contacts') return content.cards.map(card => card.name).join(', ')
  return ''
}

import { normalizeMessageContent, proto } from '@whiskeysockets/baileys'
import { describe, isForwarded, quoteOf } from './describe'
import type { Entry, Status } from './shapes'
import type { Amendment, Phone, World } from './world'

type Arrival = { id: string; chat: string; from: string; at: number; message: proto.IMessage; status: Status }

const RANK: Record<Status, number> = { waiting: 0, failed: 0, sent: 1, delivered: 2, read: 3, played: 4 }
/** Applies a reaction, edit or delete to its entry, now or when that can be read; false when the message is none. */
function amend(world: World, phone: Phone, amendment: Amendment) {
  const { from, at, content } = amendment
  const { reactionMessage: reaction, protocolMessage: protocol } = content
  const id = reaction?.key?.id ?? protocol?.key?.id ?? ''
  const entry = phone.entries.get(id)
  const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type
  if (!reaction && !protocol) return false
  if (!entry && phone.unread.has(id)) phone.orphans.set(id, [...(phone.orphans.get(id) ?? []), amendment])
  if (!entry) return true
  if (reaction?.text) entry.reactions[from] = reaction.text
  else if (reaction) delete entry.reactions[from]
  else if (protocol?.type === REVOKE) entry.deleted = true
  else if (protocol?.type === MESSAGE_EDIT) {
    entry.text = describe(normalizeMessageContent(protocol.editedMessage) ?? {}).text
    entry.edits.push({ text: entry.text, at })
  }
  world.changed({ at: Date.now(), kind: 'entry', phone: phone.number, entry })
  return true
}

/** Records a message in the transcript of a phone. Idempotent by id: a second copy is counted alone. */
export function record(world: World, phone: Phone, { message, ...arrival }: Arrival) {
  const existing = phone.entries.get(arrival.id)
  if (existing) {
    existing.copies++
    return world.changed({ at: Date.now(), kind: 'entry', phone: phone.number, entry: existing })
  }
  const content = normalizeMessageContent(message) ?? message
  if (amend(world, phone, { from: arrival.from, at: arrival.at, content })) return
  if (Object.keys(content).every(name => name === 'senderKeyDistributionMessage' || name === 'messageContextInfo')) return
  add(world, phone, {
    ...arrival,
    fromMe: arrival.from === phone.number,
    ...describe(content),
    quoted: quoteOf(content),
    ...(isForwarded(content) && { forwarded: true }),
    edits: [],
    deleted: false,
    reactions: {},
    copies: 1,
  })
  phone.contents.set(arrival.id, content)
  for (const orphan of phone.orphans.get(arrival.id) ?? []) amend(world, phone, orphan)
  phone.orphans.delete(arrival.id)
}

export function add(world: World, phone: Phone, entry: Entry) {
  phone.entries.set(entry.id, entry)
  if (phone.entries.size > world.keep) {
    const [oldest] = phone.entries.keys()
    phone.entries.delete(oldest!)
    phone.contents.delete(oldest!)
  }
  world.changed({ at: entry.at, kind: 'message', phone: phone.number, entry })
}

/** Raises the status of a message; it never falls. */
export function mark(world: World, phone: Phone, id: string, status: Status) {
  const entry = phone.entries.get(id)
  if (!entry || RANK[entry.status] >= RANK[status]) return
  entry.status = status
  world.changed({ at: Date.now(), kind: 'entry', phone: phone.number, entry })
}

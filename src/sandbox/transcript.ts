import { normalizeMessageContent, proto } from '@whiskeysockets/baileys'
import type { Entry, EntryType, Status } from './shapes.ts'
import type { Phone, World } from './world.ts'

type Arrival = { id: string; chat: string; from: string; at: number; message: proto.IMessage; status: Status }
type Content = Pick<Entry, 'type' | 'text' | 'media' | 'location' | 'contacts' | 'link'>

const RANK: Record<Status, number> = { waiting: 0, failed: 0, sent: 1, delivered: 2, read: 3, played: 4 }
const KINDS = {
  imageMessage: 'image', videoMessage: 'video', audioMessage: 'audio', documentMessage: 'document', stickerMessage: 'sticker'
} as const satisfies Record<string, EntryType>

export const mediaKinds = Object.keys(KINDS) as (keyof typeof KINDS)[]
const optional = (value: number | null | undefined) => value ?? undefined

function describeMedia(message: proto.IMessage): Content | undefined {
  for (const name of mediaKinds) {
    const found = message[name]
    if (!found) continue
    const all: proto.Message.IImageMessage & proto.Message.IVideoMessage & proto.Message.IAudioMessage & proto.Message.IDocumentMessage = found
    return { type: KINDS[name], text: all.caption ?? all.fileName ?? '', media: {
      mimetype: all.mimetype ?? '', bytes: Number(all.fileLength ?? 0), fileName: all.fileName ?? undefined,
      seconds: optional(all.seconds), width: optional(all.width), height: optional(all.height), voice: all.ptt ?? undefined
    } }
  }
  return undefined
}

const nameAndPhone = (card: proto.Message.IContactMessage) =>
  ({ name: card.displayName ?? '', phone: /waid=(\d+)/.exec(card.vcard ?? '')?.[1] ?? /TEL[^:]*:([+\d ()-]+)/.exec(card.vcard ?? '')?.[1] ?? '' })

export function describe(message: proto.IMessage): Content {
  const media = describeMedia(message)
  if (media) return media
  const place = message.locationMessage ?? message.liveLocationMessage as proto.Message.ILocationMessage | null | undefined
  if (place) {
    const location = {
      latitude: place.degreesLatitude ?? 0, longitude: place.degreesLongitude ?? 0, name: place.name ?? undefined, address: place.address ?? undefined
    }
    return { type: 'location', text: place.name ?? '', location }
  }
  const cards = message.contactsArrayMessage?.contacts ?? (message.contactMessage && [message.contactMessage])
  if (cards) return { type: 'contact', text: cards.map(card => card.displayName).join(', '), contacts: cards.map(nameAndPhone) }
  const poll = message.pollCreationMessageV3 ?? message.pollCreationMessage
  if (poll) return { type: 'poll', text: poll.name ?? '' }
  const text = message.conversation ?? message.extendedTextMessage?.text
  if (text !== null && text !== undefined) return { type: 'text', text, link: message.extendedTextMessage?.matchedText ?? undefined }
  return { type: 'other', text: Object.keys(message).join(', ') }
}

function quoteOf(message: proto.IMessage): Entry['quoted'] {
  for (const part of Object.values(message)) {
    const context: proto.IContextInfo | undefined = part?.contextInfo
    if (context?.stanzaId) return { id: context.stanzaId, text: describe(normalizeMessageContent(context.quotedMessage) ?? {}).text }
  }
  return undefined
}

/** Reactions, edits and deletes change the entry that they name. */
function amend(world: World, phone: Phone, from: string, at: number, content: proto.IMessage) {
  const { reactionMessage: reaction, protocolMessage: protocol } = content
  const entry = phone.entries.get(reaction?.key?.id ?? protocol?.key?.id ?? '')
  const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type
  if (!reaction && !protocol) return false
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

/** Writes down what a phone shows; a second copy of an id only counts. */
export function record(world: World, phone: Phone, { message, ...arrival }: Arrival) {
  const known = phone.entries.get(arrival.id)
  if (known) {
    known.copies++
    return world.changed({ at: Date.now(), kind: 'entry', phone: phone.number, entry: known })
  }
  const content = normalizeMessageContent(message) ?? message
  if (amend(world, phone, arrival.from, arrival.at, content)) return
  if (Object.keys(content).every(name => name === 'senderKeyDistributionMessage' || name === 'messageContextInfo')) return
  add(world, phone, {
    ...arrival, fromMe: arrival.from === phone.number, ...describe(content), quoted: quoteOf(content), edits: [], deleted: false, reactions: {}, copies: 1
  })
  phone.contents.set(arrival.id, content)
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

/** A message got further; it never goes back. */
export function mark(world: World, phone: Phone, id: string, status: Status) {
  const entry = phone.entries.get(id)
  if (!entry || RANK[entry.status] >= RANK[status]) return
  entry.status = status
  world.changed({ at: Date.now(), kind: 'entry', phone: phone.number, entry })
}

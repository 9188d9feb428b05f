import { randomBytes } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import { loseFile, type MediaStore, upload } from './media'
import { sample, sampleThumbnail } from './samples'
import { type Addressing, type Group, jid, type Phone, type World } from './world'

type File = {
  /** The file as bytes or base64; a small sample by default. */
  file?: Uint8Array | string
  mimetype?: string
  caption?: string
  fileName?: string
  seconds?: number
  /** The file is expired on the media host until a client requests a media retry of the account's phone. */
  gone?: boolean
}

/** Id of a message that the sending phone shows. */
type Quote = { quote?: string }

/** The content of a message that a phone sends. Ids of other messages are those in its own transcript. */
export type Content =
  | ({ type: 'text'; text: string; link?: { url: string; title?: string; description?: string } } & Quote)
  | ({ type: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker' } & File & Quote)
  | ({ type: 'location'; latitude: number; longitude: number; name?: string; address?: string } & Quote)
  | ({ type: 'contact'; contacts: { name: string; phone: string }[] } & Quote)
  | { type: 'poll'; name: string; options: string[] }
  /** An empty emoji removes the reaction. */
  | { type: 'reaction'; message: string; emoji: string }
  | { type: 'edit'; message: string; text: string }
  | { type: 'delete'; message: string }
  /** Any other message, as WhatsApp's protobuf in JSON (bytes as base64). */
  | { type: 'raw'; message: Record<string, unknown> }

type Sender = { world: World; phone: Phone; to: Phone | Group; addressing: Addressing }

const jidOf = (to: Phone | Group, addressing: Addressing) => ('members' in to ? to.id : jid(to, addressing))

function keyOf({ world, phone, to, addressing }: Sender, id: string): proto.IMessageKey {
  const entry = phone.entries.get(id)
  if (!entry) throw new Error(`${phone.number} has no message ${id}`)
  const author = world.phones.get(entry.from)
  return {
    remoteJid: jidOf(to, addressing),
    fromMe: entry.fromMe,
    id,
    participant: 'members' in to && author ? jid(author, 'lid') : undefined,
  }
}

function contextOf({ world, phone, addressing }: Sender, quote?: string): proto.IContextInfo | undefined {
  if (!quote) return undefined
  const entry = phone.entries.get(quote)
  const author = entry && world.phones.get(entry.from)
  if (!author) throw new Error(`${phone.number} has no message ${quote}`)
  return { stanzaId: quote, participant: jid(author, addressing), quotedMessage: phone.contents.get(quote) }
}

function media(store: MediaStore, content: Extract<Content, { fileName?: string }>, contextInfo?: proto.IContextInfo): proto.IMessage {
  const example = sample(content.type)
  const bytes = typeof content.file === 'string' ? Buffer.from(content.file, 'base64') : (content.file ?? example.bytes)
  const seconds = content.seconds ?? example.seconds
  const mimetype = content.mimetype ?? example.mimetype
  const kind = content.type === 'voice' ? 'ptt' : content.type
  const { width, height } = content.file ? {} : example
  const stored = upload(store, kind, bytes)
  if (content.gone) loseFile(store, new URL(stored.url).pathname)
  const common = { ...stored, mimetype, contextInfo }
  const caption = content.caption
  if (content.type === 'image') return { imageMessage: { ...common, caption, width, height, jpegThumbnail: sampleThumbnail } }
  if (content.type === 'video') return { videoMessage: { ...common, caption, seconds, width, height, jpegThumbnail: sampleThumbnail } }
  if (content.type === 'sticker') return { stickerMessage: { ...common, width, height } }
  if (content.type === 'document') {
    const fileName = content.fileName ?? example.fileName
    const documentMessage = { ...common, fileName, title: fileName, caption }
    return caption ? { documentWithCaptionMessage: { message: { documentMessage } } } : { documentMessage }
  }
  const voice = content.type === 'voice'
  return {
    audioMessage: {
      ...common,
      seconds,
      ptt: voice,
      waveform: voice ? Buffer.from(Array.from({ length: 64 }, (_, at) => 40 + ((at * 37) % 60))) : undefined,
    },
  }
}

const card = ({ name, phone }: { name: string; phone: string }) => ({
  displayName: name,
  vcard: `BEGIN:VCARD\nVERSION:3.0\nN:;${name};;;\nFN:${name}\nTEL;type=CELL;waid=${phone}:+${phone}\nEND:VCARD`,
})

function text(content: Extract<Content, { type: 'text' }>, contextInfo?: proto.IContextInfo): proto.IMessage {
  const { link } = content
  if (!link && !contextInfo) return { conversation: content.text }
  return {
    extendedTextMessage: { text: content.text, matchedText: link?.url, title: link?.title, description: link?.description, contextInfo },
  }
}

/** Composes the protobuf of a message. */
export function compose(sender: Sender, content: Content): proto.IMessage {
  const { Type } = proto.Message.ProtocolMessage
  const contextInfo = 'quote' in content ? contextOf(sender, content.quote) : undefined
  switch (content.type) {
    case 'text':
      return text(content, contextInfo)
    case 'location':
      return {
        locationMessage: {
          degreesLatitude: content.latitude,
          degreesLongitude: content.longitude,
          name: content.name,
          address: content.address,
          contextInfo,
        },
      }
    case 'contact': {
      const [only, ...more] = content.contacts.map(card)
      if (!more.length) return { contactMessage: { ...only, contextInfo } }
      return { contactsArrayMessage: { displayName: `${more.length + 1} contatos`, contacts: [only!, ...more], contextInfo } }
    }
    case 'poll':
      return {
        pollCreationMessageV3: {
          name: content.name,
          options: content.options.map(optionName => ({ optionName })),
          selectableOptionsCount: 1,
        },
        messageContextInfo: { messageSecret: randomBytes(32) },
      }
    case 'reaction':
      return { reactionMessage: { key: keyOf(sender, content.message), text: content.emoji, senderTimestampMs: Date.now() } }
    case 'edit':
      return {
        editedMessage: {
          message: {
            protocolMessage: {
              key: keyOf(sender, content.message),
              type: Type.MESSAGE_EDIT,
              editedMessage: { conversation: content.text },
              timestampMs: Date.now(),
            },
          },
        },
      }
    case 'delete':
      return { protocolMessage: { key: keyOf(sender, content.message), type: Type.REVOKE } }
    case 'raw':
      return proto.Message.fromObject(content.message)
    default:
      return media(sender.world.media, content, contextInfo)
  }
}

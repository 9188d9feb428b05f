import { normalizeMessageContent, type proto } from '@whiskeysockets/baileys'
import type { Entry, EntryType } from './shapes'

type Content = Pick<Entry, 'type' | 'text' | 'media' | 'location' | 'contacts' | 'link'>

/** Fields of a message that carry a file. */
export const MEDIA_PARTS = {
  imageMessage: 'image',
  videoMessage: 'video',
  audioMessage: 'audio',
  documentMessage: 'document',
  stickerMessage: 'sticker',
} as const satisfies Record<string, EntryType>

type MediaPart = keyof typeof MEDIA_PARTS
export const mediaPartOf = (message: proto.IMessage | undefined) => (Object.keys(MEDIA_PARTS) as MediaPart[]).find(part => message?.[part])

const optional = (value: number | null | undefined) => value ?? undefined

function describeMedia(message: proto.IMessage): Content | undefined {
  const part = mediaPartOf(message)
  const found = part && message[part]
  if (!found) return undefined
  const all: proto.Message.IImageMessage & proto.Message.IVideoMessage & proto.Message.IAudioMessage & proto.Message.IDocumentMessage =
    found
  return {
    type: MEDIA_PARTS[part],
    text: all.caption ?? all.fileName ?? '',
    media: {
      mimetype: all.mimetype ?? '',
      bytes: Number(all.fileLength ?? 0),
      fileName: all.fileName ?? undefined,
      seconds: optional(all.seconds),
      width: optional(all.width),
      height: optional(all.height),
      voice: all.ptt ?? undefined,
    },
  }
}

const nameAndPhone = (card: proto.Message.IContactMessage) => ({
  name: card.displayName ?? '',
  phone: /waid=(\d+)/.exec(card.vcard ?? '')?.[1] ?? /TEL[^:]*:([+\d ()-]+)/.exec(card.vcard ?? '')?.[1] ?? '',
})

export function describe(message: proto.IMessage): Content {
  const media = describeMedia(message)
  if (media) return media
  const pin = message.locationMessage ?? (message.liveLocationMessage as proto.Message.ILocationMessage | null | undefined)
  if (pin) {
    const location = {
      latitude: pin.degreesLatitude ?? 0,
      longitude: pin.degreesLongitude ?? 0,
      name: pin.name ?? undefined,
      address: pin.address ?? undefined,
    }
    return { type: 'location', text: pin.name ?? '', location }
  }
  const cards = message.contactsArrayMessage?.contacts ?? (message.contactMessage && [message.contactMessage])
  if (cards) return { type: 'contact', text: cards.map(card => card.displayName).join(', '), contacts: cards.map(nameAndPhone) }
  const poll = message.pollCreationMessageV3 ?? message.pollCreationMessage
  if (poll) return { type: 'poll', text: poll.name ?? '' }
  const text = message.conversation ?? message.extendedTextMessage?.text
  if (text !== null && text !== undefined) return { type: 'text', text, link: message.extendedTextMessage?.matchedText ?? undefined }
  return { type: 'other', text: Object.keys(message).join(', ') }
}

export const isForwarded = (message: proto.IMessage) =>
  Object.values(message).some((part: { contextInfo?: proto.IContextInfo } | null | undefined) => part?.contextInfo?.isForwarded)

export function quoteOf(message: proto.IMessage): Entry['quoted'] {
  for (const part of Object.values(message)) {
    const context: proto.IContextInfo | undefined = part?.contextInfo
    if (context?.stanzaId) return { id: context.stanzaId, text: describe(normalizeMessageContent(context.quotedMessage) ?? {}).text }
  }
  return undefined
}

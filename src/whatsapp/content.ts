import { normalizeMessageContent, proto } from '@whiskeysockets/baileys'
import type { Content, MediaType } from '#modules/connections'
import { readableBody } from './business-text'

/** The fields that every kind of encrypted attachment shares. */
export type Attachment = {
  url?: string | null
  directPath?: string | null
  mediaKey?: Uint8Array | null
  fileSha256?: Uint8Array | null
  fileLength?: unknown
  mimetype?: string | null
}
/** The kind of key that an attachment is encrypted with. */
export type Sealed = 'image' | 'video' | 'audio' | 'document' | 'sticker'
export type Fetch = (attachment: Attachment, sealed: Sealed) => AsyncIterable<Uint8Array>

/** Kinds that are protocol, and nothing for a conversation to show. */
const SILENT = new Set([
  'protocolMessage',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'pollUpdateMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'albumMessage',
  'encReactionMessage',
  'encEventResponseMessage',
  'messageHistoryNotice',
  'messageHistoryBundle',
  'stickerSyncRmrMessage',
  'placeholderMessage',
  'encCommentMessage',
  'secretEncryptedMessage',
  'call',
  'bcallMessage',
  'callLogMesssage',
  'scheduledCallEditMessage',
  'statusNotificationMessage',
  'newsletterAdminInviteMessage',
  'pollResultSnapshotMessage',
])

/** The message inside its wrappers: disappearing, view-once, with caption, edited and the like. */
export function unwrap(message: proto.IMessage | null | undefined): proto.IMessage | undefined {
  const inner = normalizeMessageContent(message)
  const wrapped = inner?.groupMentionedMessage ?? inner?.lottieStickerMessage ?? inner?.botInvokeMessage
  return wrapped?.message ? normalizeMessageContent(wrapped.message) : inner
}

/** The name of the field that holds the content. */
export const kindOf = (message: proto.IMessage) =>
  Object.entries(message).find(
    ([name, value]) =>
      value !== null &&
      value !== undefined &&
      (name === 'conversation' || /Mess?sage(V\d)?$/.test(name)) &&
      name !== 'senderKeyDistributionMessage',
  )?.[0]

/** The content of an unwrapped message; null for protocol. Edits, deletes and reactions are read by readChange. */
export function readContent(message: proto.IMessage, fetch: Fetch): Content | null {
  const { imageMessage, videoMessage, ptvMessage, audioMessage, documentMessage, stickerMessage } = message
  const kind = kindOf(message)
  if (!kind || SILENT.has(kind)) return null
  if (message.conversation) return text(message.conversation)
  if (message.extendedTextMessage) return text(message.extendedTextMessage.text ?? '')
  if (imageMessage) return media('image', 'image', imageMessage, { caption: imageMessage.caption, ...size(imageMessage) }, fetch)
  const video = videoMessage ?? ptvMessage
  if (video) return media('video', 'video', video, { caption: video.caption, seconds: video.seconds, ...size(video) }, fetch)
  if (audioMessage)
    return media(
      'audio',
      'audio',
      audioMessage,
      { voice: audioMessage.ptt, seconds: audioMessage.seconds, waveform: audioMessage.waveform },
      fetch,
    )
  if (documentMessage)
    return media(
      'application',
      'document',
      documentMessage,
      { caption: documentMessage.caption, fileName: documentMessage.fileName || documentMessage.title },
      fetch,
    )
  if (stickerMessage) return media('sticker', 'sticker', stickerMessage, size(stickerMessage), fetch)
  const { locationMessage } = message
  if (locationMessage) return location(locationMessage, locationMessage.name, locationMessage.address || locationMessage.url)
  const live = message.liveLocationMessage
  if (live) return location(live, live.caption, '')
  if (message.contactMessage) return { type: 'contacts', cards: [card(message.contactMessage)] }
  if (message.contactsArrayMessage) return { type: 'contacts', cards: (message.contactsArrayMessage.contacts ?? []).map(card) }
  const body = readableBody(message)
  return body ? text(body) : { type: 'unknown', kind }
}

const text = (body: string): Content => ({ type: 'text', body })
const size = (part: { width?: number | null; height?: number | null }) => ({ width: part.width, height: part.height })
const card = ({ displayName, vcard }: proto.Message.IContactMessage) => ({ name: displayName ?? '', vcard: vcard ?? '' })

function location(
  place: { degreesLatitude?: number | null; degreesLongitude?: number | null; jpegThumbnail?: Uint8Array | null },
  name: string | null | undefined,
  address: string | null | undefined,
): Content {
  const { degreesLatitude, degreesLongitude, jpegThumbnail } = place
  return {
    type: 'location',
    latitude: degreesLatitude ?? 0,
    longitude: degreesLongitude ?? 0,
    name: name ?? '',
    address: address ?? '',
    thumbnail: jpegThumbnail?.length ? jpegThumbnail : null,
  }
}

type About = {
  caption?: string | null
  fileName?: string | null
  voice?: boolean | null
  seconds?: number | null
  waveform?: Uint8Array | null
  width?: number | null
  height?: number | null
}

const DEFAULT_MIMETYPE: Record<Sealed, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg; codecs=opus',
  document: 'application/octet-stream',
  sticker: 'image/webp',
}

const media = (mediaType: MediaType, sealed: Sealed, part: Attachment, about: About, fetch: Fetch): Content => ({
  type: 'media',
  mediaType,
  mimetype: part.mimetype || DEFAULT_MIMETYPE[sealed],
  fileName: about.fileName ?? null,
  caption: about.caption ?? '',
  voice: about.voice ?? false,
  seconds: about.seconds ?? null,
  waveform: about.waveform?.length ? about.waveform : null,
  width: about.width || null,
  height: about.height || null,
  size: part.fileLength ? Number(part.fileLength) : null,
  download: () => fetch(part, sealed),
})

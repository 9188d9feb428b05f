import { randomBytes } from 'node:crypto'
import { encodeWAMessage, normalizeMessageContent, proto, unpadRandomMax16 } from '@whiskeysockets/baileys'

export const messageId = () => `3A${randomBytes(9).toString('hex').toUpperCase()}`
export const padded = (message: proto.IMessage) => Buffer.from(encodeWAMessage(message))
export const unpadded = (plain: Buffer) => proto.Message.decode(unpadRandomMax16(plain))

const MEDIA_TYPES = {
  imageMessage: 'image',
  videoMessage: 'video',
  audioMessage: 'audio',
  documentMessage: 'document',
  stickerMessage: 'sticker',
  contactMessage: 'vcard',
  contactsArrayMessage: 'contact_array',
  liveLocationMessage: 'livelocation',
  locationMessage: 'location',
} as const

/** The attributes by which a stanza describes its content, which server and clients need before decryption. */
export function stanzaTypeOf(message: proto.IMessage): { type: string; mediatype?: string; edit?: string } {
  const content = normalizeMessageContent(message) ?? message
  const protocol = content.protocolMessage
  if (protocol?.type === proto.Message.ProtocolMessage.Type.REVOKE) return { type: 'text', edit: '7' }
  if (protocol?.type === proto.Message.ProtocolMessage.Type.MESSAGE_EDIT) return { type: 'text', edit: '1' }
  if (content.reactionMessage) return { type: 'reaction' }
  if (content.pollCreationMessageV3 ?? content.pollCreationMessage) return { type: 'poll' }
  if (content.audioMessage?.ptt) return { type: 'media', mediatype: 'ptt' }
  for (const [name, mediatype] of Object.entries(MEDIA_TYPES)) {
    if (content[name as keyof typeof MEDIA_TYPES]) return { type: 'media', mediatype }
  }
  return content.extendedTextMessage?.matchedText ? { type: 'text', mediatype: 'url' } : { type: 'text' }
}

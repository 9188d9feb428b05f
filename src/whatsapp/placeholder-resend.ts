import type { BaileysEventMap, WAMessage } from '@whiskeysockets/baileys'
import { readEnvelope } from './envelope'
import type { Me } from './identity'
import type { Reading } from './inbound'

type Read = (attrs: Record<string, string>, message: NonNullable<WAMessage['message']>) => Reading | null

/** The attributes of a stanza, made up from a key of Baileys: one reader for both. */
function attributesOf({ key, messageTimestamp, pushName }: WAMessage, me: Me): Record<string, string> {
  const { id, remoteJid, remoteJidAlt, participant, participantAlt, fromMe } = key
  return Object.fromEntries(
    Object.entries({
      id,
      from: fromMe && !participant ? me.id : remoteJid,
      recipient: fromMe && !participant ? remoteJid : undefined,
      peer_recipient_pn: fromMe ? remoteJidAlt : undefined,
      participant,
      participant_pn: participantAlt,
      sender_pn: fromMe ? undefined : remoteJidAlt,
      t: messageTimestamp ? String(messageTimestamp) : undefined,
      notify: pushName,
    }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

/** Messages that Baileys did not decrypt: resent by the own phone on request, or view-once ones that only the phone opens. */
export function readResent({ messages, requestId }: BaileysEventMap['messages.upsert'], me: Me, read: Read): Reading[] {
  return messages.flatMap(message => {
    const attrs = attributesOf(message, me)
    if (requestId && message.message) return read(attrs, message.message) ?? []
    if (!message.key.isViewOnce || message.message) return []
    const envelope = readEnvelope(attrs, me)
    return envelope
      ? { envelope, message: {}, context: null, content: { type: 'unknown' as const, kind: 'viewOnceMessage' }, byAdmin: false, row: null }
      : []
  })
}

import { proto } from '@whiskeysockets/baileys'
import type { Content, Key } from '#modules/connections'
import { personOf, samePerson, type Me } from './identity'

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type

/** The new text or caption of an edited message, whatever its kind. */
const newBody = (message: proto.IMessage | null | undefined) =>
  message?.conversation ??
  message?.extendedTextMessage?.text ??
  message?.imageMessage?.caption ??
  message?.videoMessage?.caption ??
  message?.documentMessage?.caption ??
  message?.documentWithCaptionMessage?.message?.documentMessage?.caption ??
  null

const isSelf = (jid: string | null | undefined, me: Me) => samePerson(personOf(jid), personOf(me.id, me.lid))

/**
 * A reaction, edit or delete, with the key of its target from this account's point of view: on the wire a key is written from its author's.
 * Edits and deletes apply to messages of their own author alone; a delete of another member's message in a group is `byAdmin`.
 */
export function readChange(message: proto.IMessage, key: Key, me: Me): { content: Content; byAdmin: boolean } | null {
  const { reactionMessage, protocolMessage } = message
  if (reactionMessage?.key?.id)
    return {
      content: { type: 'reaction', target: reactedTo(reactionMessage.key, key, me), emoji: reactionMessage.text ?? '' },
      byAdmin: false,
    }
  if (!protocolMessage?.key?.id) return null
  const ofSender = { ...chatOf(key), id: protocolMessage.key.id, fromMe: key.fromMe, participant: key.participant }
  if (protocolMessage.type === MESSAGE_EDIT) {
    const body = newBody(protocolMessage.editedMessage)
    return body === null ? null : { content: { type: 'edit', target: compact(ofSender), body }, byAdmin: false }
  }
  if (protocolMessage.type !== REVOKE) return null
  const { fromMe, participant } = protocolMessage.key
  const byAdmin = Boolean(key.participant && participant && !fromMe && !samePerson(personOf(participant), personOf(key.participant)))
  const target = byAdmin ? { ...ofSender, fromMe: isSelf(participant, me), participant: participant ?? undefined } : ofSender
  return { content: { type: 'delete', target: compact(target) }, byAdmin }
}

/** On the wire `fromMe` means the person who reacts. */
function reactedTo(named: proto.IMessageKey, key: Key, me: Me): Key {
  const target = { ...chatOf(key), id: named.id ?? '' }
  const author = named.participant ?? undefined
  if (key.fromMe) return compact({ ...target, fromMe: Boolean(named.fromMe), participant: author })
  if (!key.participant) return { ...target, fromMe: !named.fromMe }
  if (named.fromMe) return { ...target, fromMe: false, participant: key.participant }
  return compact({ ...target, fromMe: isSelf(author, me), participant: author })
}

const chatOf = ({ remoteJid }: Key) => ({ remoteJid })
const compact = ({ participant, ...key }: Key): Key => (participant ? { ...key, participant } : key)

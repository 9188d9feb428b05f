import { proto } from '@whiskeysockets/baileys'
import type { Content, Key } from '#modules/connections'
import { personOf, samePerson, type Me } from './identity'

const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type

/** The words of an edited message, whatever kind it was. */
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
 * Reactions, edits and deletes refer to another message, in the words of whoever wrote them. Their keys are turned to this account's
 * view; people may only touch what they wrote, except that a group's message may be deleted by someone else: `byAdmin` says so.
 */
export function readChange(message: proto.IMessage, key: Key, me: Me): { content: Content; byAdmin: boolean } | null {
  const { reactionMessage, protocolMessage } = message
  if (reactionMessage?.key?.id)
    return {
      content: { type: 'reaction', target: reactedTo(reactionMessage.key, key, me), emoji: reactionMessage.text ?? '' },
      byAdmin: false,
    }
  if (!protocolMessage?.key?.id) return null
  const own = { ...place(key), id: protocolMessage.key.id, fromMe: key.fromMe, participant: key.participant }
  if (protocolMessage.type === MESSAGE_EDIT) {
    const body = newBody(protocolMessage.editedMessage)
    return body === null ? null : { content: { type: 'edit', target: compact(own), body }, byAdmin: false }
  }
  if (protocolMessage.type !== REVOKE) return null
  const { fromMe, participant } = protocolMessage.key
  const byAdmin = Boolean(key.participant && participant && !fromMe && !samePerson(personOf(participant), personOf(key.participant)))
  const target = byAdmin ? { ...own, fromMe: isSelf(participant, me), participant: participant ?? undefined } : own
  return { content: { type: 'delete', target: compact(target) }, byAdmin }
}

/** "From me" means the reacting person until it is turned. */
function reactedTo(told: proto.IMessageKey, key: Key, me: Me): Key {
  const target = { ...place(key), id: told.id ?? '' }
  const author = told.participant ?? undefined
  if (key.fromMe) return compact({ ...target, fromMe: Boolean(told.fromMe), participant: author })
  if (!key.participant) return { ...target, fromMe: !told.fromMe }
  if (told.fromMe) return { ...target, fromMe: false, participant: key.participant }
  return compact({ ...target, fromMe: isSelf(author, me), participant: author })
}

const place = ({ remoteJid }: Key) => ({ remoteJid })
const compact = ({ participant, ...key }: Key): Key => (participant ? { ...key, participant } : key)

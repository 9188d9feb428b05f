import { decodeMessageNode, jidNormalizedUser, toNumber, type proto } from '@whiskeysockets/baileys'
import type { Key, Person } from '#modules/connections'
import { groupOf, isNobody, personOf, samePerson, type Me } from './identity'

/** The chat, sender and time of a message, from the attributes of its stanza. */
export type Envelope = {
  key: Key
  chat: { person: Person } | { group: string }
  sender: Person
  name: string | null
  at: Date
  recovered: boolean
}

const optional = (jid: string | null | undefined) => (jid ? jidNormalizedUser(jid) : undefined)

/** Null for what is no message of a chat: status, newsletters, broadcasts, messages between own devices, malformed senders. */
export function readEnvelope(attrs: Record<string, string>, me: Me): Envelope | null {
  if (attrs.category === 'peer') return null
  const { fullMessage } = decodeMessageNode({ tag: 'message', attrs }, me.id, me.lid)
  const { remoteJid, fromMe, id } = fullMessage.key
  if (!remoteJid || !id) return null
  const self = personOf(me.id, me.lid)
  const participant = optional(attrs.participant)
  const key: Key = { id, remoteJid: jidNormalizedUser(remoteJid), fromMe: Boolean(fromMe), ...(participant && { participant }) }
  const shared = {
    key,
    name: key.fromMe ? null : (attrs.notify ?? null),
    at: moment(fullMessage.messageTimestamp),
    recovered: attrs.offline !== undefined,
  }
  const group = groupOf(key.remoteJid)
  if (group) {
    const sender = key.fromMe ? self : personOf(attrs.participant, attrs.participant_pn, attrs.participant_lid)
    return isNobody(sender) ? null : { ...shared, chat: { group }, sender }
  }
  const person = key.fromMe
    ? personOf(remoteJid, attrs.peer_recipient_pn, attrs.peer_recipient_lid, attrs.recipient_pn, attrs.recipient_lid)
    : personOf(remoteJid, attrs.sender_pn, attrs.sender_lid)
  // A sender with a number or lid of this account would be merged with it.
  if (isNobody(person) || samePerson(person, self)) return null
  return { ...shared, chat: { person }, sender: key.fromMe ? self : person }
}

function moment(seconds: proto.IWebMessageInfo['messageTimestamp']) {
  const ms = toNumber(seconds) * 1000
  return ms > 0 ? new Date(ms) : new Date()
}

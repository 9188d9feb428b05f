import type { proto } from '@whiskeysockets/baileys'
import { encryptFor } from './devices'
import { repeatForGroup, sendToGroup } from './groups'
import { messageId, padded, stanzaTypeOf } from './messages'
import { node } from './node'
import { push } from './queue'
import { receivePlain } from './receive'
import { mark, record } from './transcript'
import { type Addressing, type Device, type Group, inOrder, jid, type Phone, type World } from './world'

const KEPT_SENT = 100

/** A message that a phone sends. */
export type Outgoing = { id: string; at: number; message: proto.IMessage; addressing: Addressing }

type SendOptions = { id?: string; addressing?: Addressing }

export function chooseAddressing(phone: Phone): Addressing {
  if (phone.addressing !== 'alternate') return phone.addressing
  return (phone.lastAddressing = phone.lastAddressing === 'lid' ? 'pn' : 'lid')
}

/** Sends a message of a phone; offline, it waits until the phone is online. Resolves with the id when it left the phone. */
export function sendMessage(
  world: World,
  phone: Phone,
  to: Phone | Group,
  message: proto.IMessage,
  options: SendOptions = {},
): Promise<string> {
  const { id = messageId(), addressing = chooseAddressing(phone) } = options
  const outgoing: Outgoing = { id, at: Date.now(), message, addressing }
  const chat = 'members' in to ? to.id : to.number
  record(world, phone, { id, chat, from: phone.number, at: outgoing.at, message, status: phone.online ? 'sent' : 'waiting' })
  phone.sent.set(id, { to, message })
  if (phone.sent.size > KEPT_SENT) phone.sent.delete(phone.sent.keys().next().value!)
  const leave = () =>
    inOrder(phone, async () => {
      mark(world, phone, id, 'sent')
      await ('members' in to ? sendToGroup(world, phone, to, outgoing) : sendToPhone(world, phone, to, outgoing))
      return id
    })
  if (phone.online) return leave()
  phone.waiting.push(() => void leave())
  return Promise.resolve(id)
}

async function sendToPhone(world: World, phone: Phone, to: Phone, outgoing: Outgoing) {
  const ownDevices = [...phone.devices.values()]
  if (ownDevices.length) {
    const copy = padded({ deviceSentMessage: { destinationJid: jid(to, outgoing.addressing), message: outgoing.message } })
    for (const device of ownDevices) push(device, await directStanza(phone, device, to, outgoing, copy))
  }
  if (to === phone || to.blocked.has(phone.number)) return
  const devices = [...to.devices.values()]
  if (devices.length) {
    const plain = padded(outgoing.message)
    for (const device of devices) push(device, await directStanza(phone, device, to, outgoing, plain))
  }
  receivePlain(world, to, phone, phone.number, outgoing)
}

/** The stanza of a direct message for one client, of the recipient or of the sender's account. */
async function directStanza(
  phone: Phone,
  device: Device,
  to: Phone,
  { id, at, message, addressing }: Outgoing,
  plain: Buffer,
  count?: number,
) {
  const { type, mediatype, edit } = stanzaTypeOf(message)
  const { type: encryption, body } = await encryptFor(phone, device, plain)
  const isOwn = device.phone === phone
  const subject = isOwn ? to : phone
  const alternative = phone.hideAlt ? undefined : jid(subject, addressing === 'lid' ? 'pn' : 'lid')
  const form = `${isOwn ? 'peer_recipient' : 'sender'}_${addressing === 'lid' ? 'pn' : 'lid'}`
  return node(
    'message',
    {
      from: jid(phone, addressing),
      recipient: isOwn ? jid(to, addressing) : undefined,
      id,
      t: Math.floor(at / 1000).toString(),
      type,
      edit,
      notify: phone.name,
      addressing_mode: addressing,
      [form]: alternative,
    },
    [node('enc', { v: '2', type: encryption, mediatype, count: count?.toString() }, body)],
  )
}

/** Answers a retry request: encrypts the message anew for the client. */
export async function resend(phone: Phone, device: Device, id: string, count: number) {
  const sent = phone.sent.get(id)
  if (!sent) return
  const outgoing: Outgoing = { id, at: phone.entries.get(id)?.at ?? Date.now(), message: sent.message, addressing: chooseAddressing(phone) }
  const { to, message } = sent
  if ('members' in to) return repeatForGroup(phone, device, to, outgoing, count)
  const isOwn = device.phone === phone
  const plain = padded(isOwn ? { deviceSentMessage: { destinationJid: jid(to, outgoing.addressing), message } } : message)
  push(device, await directStanza(phone, device, to, outgoing, plain, count))
}

import type { proto } from '@whiskeysockets/baileys'
import {
  GroupCipher,
  GroupSessionBuilder,
  SenderKeyDistributionMessage,
  SenderKeyName,
  SenderKeyRecord,
} from '@whiskeysockets/baileys/lib/Signal/Group/index.js'
import { encryptFor } from './devices'
import { padded, stanzaTypeOf } from './messages'
import { type BinaryNode, children, node } from './node'
import { push } from './queue'
import { receive, receivePlain } from './receive'
import { addressed } from './relay'
import type { Outgoing } from './send'
import { type Address, addressKey } from './signal'
import { type Device, type Group, jid, parseJid, type Phone, type World } from './world'

const storeOf = (phone: Phone) => ({
  loadSenderKey: async (name: SenderKeyName) => {
    const key = name.toString()
    const record = phone.keys.senderKeys.get(key) ?? new SenderKeyRecord()
    phone.keys.senderKeys.set(key, record)
    return record
  },
  storeSenderKey: async (name: SenderKeyName, record: SenderKeyRecord) => {
    phone.keys.senderKeys.set(name.toString(), record)
  },
})

const senderName = (group: string, { lid, device }: Address) =>
  new SenderKeyName(group, { id: lid, deviceId: device, toString: () => `${lid}.${device}` })
const addressOf = (phone: Phone): Address => ({ lid: phone.lid, device: 0 })

export const membersOf = (world: World, group: Group) => [...group.members.keys()].flatMap(number => world.phones.get(number) ?? [])

async function distribution(phone: Phone, group: Group): Promise<proto.IMessage> {
  const message = await new GroupSessionBuilder(storeOf(phone)).create(senderName(group.id, addressOf(phone)))
  return { senderKeyDistributionMessage: { groupId: group.id, axolotlSenderKeyDistributionMessage: message.serialize() } }
}

const groupStanza = (phone: Phone, group: Group, { id, at, message }: Outgoing, parts: BinaryNode[]) => {
  const { type, edit } = stanzaTypeOf(message)
  return node(
    'message',
    {
      from: group.id,
      participant: jid(phone, 'lid'),
      participant_pn: phone.hideAlt ? undefined : jid(phone, 'pn'),
      addressing_mode: 'lid',
      id,
      t: Math.floor(at / 1000).toString(),
      type,
      edit,
      notify: phone.name,
    },
    parts,
  )
}

/** Encrypts once by sender key; a client that lacks the sender key of this phone gets it with the message. */
export async function sendToGroup(world: World, phone: Phone, group: Group, outgoing: Outgoing) {
  const members = membersOf(world, group)
  const devices = members.flatMap(member => [...member.devices.values()])
  if (devices.length) {
    const key = await distribution(phone, group)
    const sealed = await new GroupCipher(storeOf(phone), senderName(group.id, addressOf(phone))).encrypt(padded(outgoing.message))
    const shared = node('enc', { v: '2', type: 'skmsg', mediatype: stanzaTypeOf(outgoing.message).mediatype }, sealed)
    for (const device of devices) push(device, groupStanza(phone, group, outgoing, [...(await withKey(phone, group, device, key)), shared]))
  }
  for (const member of members) if (member !== phone) receivePlain(world, member, phone, group.id, outgoing, group)
}

async function withKey(phone: Phone, group: Group, device: Device, key: proto.IMessage) {
  const mark = `${phone.number}>${addressKey({ lid: device.phone.lid, device: device.id })}`
  if (group.keyed.has(mark)) return []
  group.keyed.add(mark)
  const { type, body } = await encryptFor(phone, device, padded(key))
  return [node('enc', { v: '2', type }, body)]
}

/** A retry of a group message is encrypted for the one device, with the sender key inside. */
export async function repeatForGroup(phone: Phone, device: Device, group: Group, outgoing: Outgoing, count: number) {
  const { type, body } = await encryptFor(phone, device, padded({ ...outgoing.message, ...(await distribution(phone, group)) }))
  push(device, groupStanza(phone, group, outgoing, [node('enc', { v: '2', type, count: String(count) }, body)]))
}

export async function takeSenderKey(
  phone: Phone,
  from: Address,
  { groupId, axolotlSenderKeyDistributionMessage: key }: proto.Message.ISenderKeyDistributionMessage,
) {
  const message = new SenderKeyDistributionMessage(null, null, null, null, key)
  await new GroupSessionBuilder(storeOf(phone)).process(senderName(groupId!, from), message)
}

export const openForGroup = async (phone: Phone, group: Group, from: Address, sealed: Buffer) =>
  Buffer.from(await new GroupCipher(storeOf(phone), senderName(group.id, from)).decrypt(sealed))

/** Relays a client's message to a group: every device gets the shared part, and its sender key when the client sent it along. */
export function relayToGroup(world: World, sender: Device, stanza: BinaryNode) {
  const group = world.groups.get(stanza.attrs.to ?? '')
  if (!group?.members.has(sender.phone.number)) return
  const id = stanza.attrs.id!
  const shared = children(stanza, 'enc')
  const repeatedFor = stanza.attrs.participant
  const keys = new Map(
    (repeatedFor ? [] : addressed(stanza)).flatMap(({ to, parts }) => {
      const target = to?.endsWith('@g.us') ? undefined : parseJid(world, to)
      return target ? [[addressKey({ lid: target.phone.lid, device: target.device }), parts] as const] : []
    }),
  )
  const only = repeatedFor ? parseJid(world, repeatedFor) : undefined
  for (const member of membersOf(world, group)) {
    for (const device of [undefined, ...member.devices.values()]) {
      if (device === sender || (only && (only.phone !== member || only.device !== (device?.id ?? 0)))) continue
      const parts = [...(keys.get(addressKey({ lid: member.lid, device: device?.id ?? 0 })) ?? []), ...shared]
      if (!device) receive(world, member, { id, at: Date.now(), sender, addressing: 'lid', group, parts })
      else push(device, forwarded(sender, group, stanza, parts))
    }
  }
}

const forwarded = ({ phone, id }: Device, group: Group, { attrs }: BinaryNode, parts: BinaryNode[]) =>
  node(
    'message',
    {
      from: group.id,
      participant: jid(phone, 'lid', id),
      participant_pn: jid(phone, 'pn', id),
      addressing_mode: 'lid',
      id: attrs.id,
      t: Math.floor(Date.now() / 1000).toString(),
      type: attrs.type,
      edit: attrs.edit,
      notify: phone.name,
    },
    parts,
  )

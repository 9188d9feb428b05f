import { randomBytes } from 'node:crypto'
import type { proto } from '@whiskeysockets/baileys'
import { bundleNodes } from './devices'
import { openForGroup, takeSenderKey } from './groups'
import { unpadded } from './messages'
import { type BinaryNode, bigEndian, bytes, node, seconds } from './node'
import { push } from './queue'
import { decrypt, takeBundle } from './signal'
import { mark, record } from './transcript'
import type { Outgoing } from './send'
import { type Addressing, type Device, type Group, inOrder, jid, parseJid, type Phone, type World } from './world'

/** The message of a client, as it reaches one phone. */
type Envelope = {
  id: string
  at: number
  sender: Device
  /** The form in which the sender addressed this phone; answers use the same. */
  addressing: Addressing
  group?: Group
  parts: BinaryNode[]
}

type Origin = { id: string; addressing: Addressing; group?: Group }

const whenOnline = (phone: Phone, work: () => void) => (phone.online ? work() : void phone.waiting.push(work))

export const receive = (world: World, phone: Phone, envelope: Envelope) =>
  whenOnline(phone, () => void inOrder(phone, () => open(world, phone, envelope)))

/** Delivers between two simulated phones, without encryption. */
export function receivePlain(
  world: World,
  phone: Phone,
  from: Phone,
  chat: string,
  { id, at, message, addressing }: Outgoing,
  group?: Group,
) {
  whenOnline(phone, () => {
    record(world, phone, { id, chat, from: from.number, at, message, status: 'delivered' })
    if (phone.devices.size) return
    if (phone.autoDeliver) giveReceipt(world, phone, from, { id, addressing, group })
    if (phone.autoRead) readEntry(world, phone, from, { id, addressing, group })
  })
}

async function open(world: World, phone: Phone, envelope: Envelope) {
  const { sender } = envelope
  const from = { lid: sender.phone.lid, device: sender.id }
  let message: proto.IMessage | undefined
  try {
    for (const part of envelope.parts) {
      const type = part.attrs.type!
      const plain =
        type === 'skmsg'
          ? await openForGroup(phone, envelope.group!, from, bytes(part))
          : await decrypt(phone.keys, from, type, bytes(part))
      message = { ...message, ...unpadded(plain) }
      if (message.senderKeyDistributionMessage) await takeSenderKey(phone, from, message.senderKeyDistributionMessage)
    }
  } catch (error) {
    // A client that crashed sends again under the same id, perhaps with a used message key: nothing is missing.
    if (phone.entries.has(envelope.id)) return take(world, phone, envelope, {})
    world.changed({ at: Date.now(), kind: 'problem', phone: phone.number, text: `cannot read ${envelope.id}: ${error}` })
    if (!phone.unread.has(envelope.id)) phone.unread.set(envelope.id, envelope.at)
    return askAgain(phone, envelope)
  }
  if (message) take(world, phone, envelope, message)
}

function take(world: World, phone: Phone, { id, at, sender, addressing, group }: Envelope, message: proto.IMessage) {
  const { deviceSentMessage: copy } = message
  if (message.protocolMessage?.peerDataOperationRequestMessage) return
  const destination = copy?.destinationJid ?? undefined
  const chat = group?.id ?? (destination ? (parseJid(world, destination)?.phone.number ?? destination) : sender.phone.number)
  const isOwn = sender.phone === phone
  const status = isOwn ? 'sent' : 'delivered'
  const came = phone.unread.get(id) ?? at
  record(world, phone, { id, chat, from: sender.phone.number, at: came, message: copy?.message ?? message, status })
  phone.unread.delete(id)
  if (isOwn) return
  phone.heardAs.set(chat, addressing)
  if (phone.autoDeliver) giveReceipt(world, phone, sender.phone, { id, addressing, group })
  if (phone.autoRead) readEntry(world, phone, sender.phone, { id, addressing, group })
}

function askAgain(phone: Phone, { id, sender, addressing, group }: Envelope) {
  const keys = takeBundle(phone.keys)
  push(
    sender,
    node(
      'receipt',
      {
        from: group?.id ?? jid(phone, addressing),
        participant: group && jid(phone, 'lid'),
        id,
        type: 'retry',
        t: seconds(),
      },
      [
        node('retry', { count: '1', id, t: seconds(), v: '1' }),
        node('registration', {}, bigEndian(phone.keys.registrationId)),
        node('keys', {}, [...bundleNodes(keys), node('device-identity', {}, randomBytes(16))]),
      ],
    ),
  )
}

/** Sends a receipt to the sender's devices: delivered (no type), read or played. */
function giveReceipt(world: World, phone: Phone, to: Phone, { id, addressing, group }: Origin, type?: 'read' | 'played') {
  mark(world, to, id, type ?? 'delivered')
  for (const device of to.devices.values()) {
    push(
      device,
      node('receipt', {
        from: group?.id ?? jid(phone, addressing),
        participant: group && jid(phone, 'lid'),
        id,
        type,
        t: seconds(),
      }),
    )
  }
}

export function readEntry(world: World, phone: Phone, to: Phone, origin: Origin, type: 'read' | 'played' = 'read') {
  mark(world, phone, origin.id, type)
  giveReceipt(world, phone, to, origin, type)
}

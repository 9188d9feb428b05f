import { strikes, strikesWith } from './faults'
import { relayToGroup } from './groups'
import { type BinaryNode, child, children, node, seconds } from './node'
import { push, spoiled } from './queue'
import { refuseNewChat } from './reach-out'
import { receive } from './receive'
import { type Device, jid, parseJid, type Target, type World } from './world'

/** Acknowledges the message of a client, then hands each device its part. */
export function relayMessage(world: World, device: Device, stanza: BinaryNode) {
  const { faults } = device.phone
  const refused = strikesWith(faults, 'refuse') ?? refuseNewChat(world, device, stanza)
  const swallowed = !refused && strikes(faults, 'swallowAcks')
  if (!swallowed) acknowledgeMessage(device, stanza, refused?.code)
  if (refused || strikes(faults, 'lose')) return
  deliver(world, device, strikes(faults, 'corruptSends') ? spoiled(stanza) : stanza)
}

function deliver(world: World, device: Device, stanza: BinaryNode) {
  if (stanza.attrs.to?.endsWith('@g.us')) return relayToGroup(world, device, stanza)
  for (const { to, parts } of addressed(stanza)) {
    const target = parseJid(world, to)
    if (target) hand(world, device, target, stanza, parts)
  }
}

/** The acknowledgement of a stanza that is no query. */
export const acknowledge = (stanza: BinaryNode, extra: Record<string, string | undefined> = {}, content?: BinaryNode[]) =>
  node(
    'ack',
    {
      class: stanza.tag,
      id: stanza.attrs.id,
      from: stanza.attrs.to,
      type: stanza.attrs.type,
      participant: stanza.attrs.participant,
      ...extra,
    },
    content,
  )

function acknowledgeMessage(device: Device, stanza: BinaryNode, error?: number) {
  const { ackDelay } = device.phone.faults
  const send = () => device.connection?.send(acknowledge(stanza, { t: seconds(), error: error?.toString() }))
  if (ackDelay) setTimeout(send, ackDelay)
  else send()
}

/** The encrypted parts of a message, by their recipient device. */
export function addressed(stanza: BinaryNode) {
  const listed = children(child(stanza, 'participants'), 'to').map(to => ({ to: to.attrs.jid, parts: children(to, 'enc') }))
  return listed.length ? listed : [{ to: stanza.attrs.to, parts: children(stanza, 'enc') }]
}

function hand(world: World, sender: Device, target: Target, stanza: BinaryNode, parts: BinaryNode[]) {
  const id = stanza.attrs.id!
  if (!target.device) {
    return receive(world, target.phone, { id, at: Date.now(), sender, addressing: target.addressing, parts })
  }
  const device = target.phone.devices.get(target.device)
  if (device && device !== sender) push(device, forwarded(world, sender, device, target, stanza, parts))
}

/** The message as another client, of the account or of the recipient, receives it. */
function forwarded(world: World, sender: Device, device: Device, { addressing }: Target, stanza: BinaryNode, parts: BinaryNode[]) {
  const { phone } = sender
  const other = addressing === 'lid' ? 'pn' : 'lid'
  const chat = device.phone === phone ? parseJid(world, stanza.attrs.recipient ?? stanza.attrs.to)?.phone : undefined
  return node(
    'message',
    {
      from: jid(phone, addressing, sender.id),
      recipient: chat && jid(chat, addressing),
      id: stanza.attrs.id,
      t: seconds(),
      type: stanza.attrs.type,
      edit: stanza.attrs.edit,
      notify: phone.name,
      addressing_mode: addressing,
      [`${chat ? 'peer_recipient' : 'sender'}_${other}`]: jid(chat ?? phone, other),
    },
    [...parts, ...children(stanza, 'device-identity')],
  )
}

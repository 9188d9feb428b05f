import { strikes } from './faults'
import { type BinaryNode, node } from './node'
import type { Device } from './world'

const keyOf = ({ tag, attrs }: BinaryNode) =>
  tag === 'receipt' ? `receipt ${attrs.id} ${attrs.type ?? ''} ${attrs.participant ?? ''}` : `${tag} ${attrs.id}`

/** Queues a stanza for a client and sends it at once when it is connected; it is sent again at each login until it is acknowledged. */
export function push(device: Device, stanza: BinaryNode) {
  device.queue.set(keyOf(stanza), stanza)
  if (!device.active || device.phone.faults.hold) return
  if (stanza.tag === 'message') sendMessage(device, stanza)
  else device.connection?.send(stanza)
}

function sendMessage(device: Device, stanza: BinaryNode) {
  const { faults } = device.phone
  if (strikes(faults, 'reverse')) {
    device.reversed.push(stanza)
    if (faults.reverse > 0) return
    for (const held of device.reversed.splice(0).reverse()) device.connection?.send(held)
    return
  }
  device.connection?.send(strikes(faults, 'corrupt') ? spoiled(stanza) : stanza)
  if (strikes(faults, 'duplicate')) device.connection?.send(stanza)
}

/** A copy of the stanza with the MAC of every encrypted part broken. */
export function spoiled(part: BinaryNode): BinaryNode {
  if (Array.isArray(part.content)) return { ...part, content: part.content.map(spoiled) }
  if (part.tag !== 'enc' || !(part.content instanceof Uint8Array)) return part
  const content = Buffer.from(part.content)
  content[content.length - 1]! ^= 0xff
  return { ...part, content }
}

/** Sends the whole queue, marked as `offline` when the client was away. */
export function release(device: Device, offline: boolean) {
  device.reversed = []
  for (const stanza of device.queue.values()) {
    device.connection?.send(offline ? node(stanza.tag, { ...stanza.attrs, offline: '0' }, stanza.content) : stanza)
  }
}

/** Removes a stanza from the queue: the client sent a receipt or an acknowledgement of it. */
export const settle = (device: Device, tag: string, id: string, type = '', participant = '') =>
  device.queue.delete(tag === 'receipt' ? `receipt ${id} ${type} ${participant}` : `${tag} ${id}`)

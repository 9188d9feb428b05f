import { strikes } from './faults.ts'
import { type BinaryNode, node } from './node.ts'
import type { Device } from './world.ts'

const keyOf = ({ tag, attrs }: BinaryNode) =>
  tag === 'receipt' ? `receipt ${attrs.id} ${attrs.type ?? ''} ${attrs.participant ?? ''}` : `${tag} ${attrs.id}`

/** Sends a stanza to a client, now or as soon as it can be reached, until the client has acknowledged it. */
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

/** The same stanza with the check sum of every encrypted part broken. */
export function spoiled(part: BinaryNode): BinaryNode {
  if (Array.isArray(part.content)) return { ...part, content: part.content.map(spoiled) }
  if (part.tag !== 'enc' || !(part.content instanceof Uint8Array)) return part
  const content = Buffer.from(part.content)
  content[content.length - 1]! ^= 0xff
  return { ...part, content }
}

/** Sends everything that waits, marked as missed when the client was away. */
export function release(device: Device, offline: boolean) {
  device.reversed = []
  for (const stanza of device.queue.values()) {
    device.connection?.send(offline ? node(stanza.tag, { ...stanza.attrs, offline: '0' }, stanza.content) : stanza)
  }
}

/** A receipt or an acknowledgement of the client settles what it was sent. */
export const settle = (device: Device, tag: string, id: string, type = '', participant = '') =>
  device.queue.delete(tag === 'receipt' ? `receipt ${id} ${type} ${participant}` : `${tag} ${id}`)

import { type BinaryNode, child, node, seconds } from './node'
import { type Device, jid, parseJid, type Phone, type World } from './world'

export const presenceOf = (phone: Phone) =>
  node('presence', {
    from: jid(phone, 'lid'),
    type: phone.available ? undefined : 'unavailable',
    last: phone.available ? undefined : seconds(),
  })

/** A client subscribes to a presence, or sends its own. Baileys also sends empty ones. */
export function takePresence(world: World, device: Device, { attrs }: BinaryNode) {
  if (attrs.type === 'subscribe') {
    const followed = parseJid(world, attrs.to)?.phone
    if (!followed) return
    device.subscriptions.add(followed.number)
    device.connection?.send(presenceOf(followed))
  } else if (attrs.type === 'available' || attrs.type === 'unavailable') {
    const { number } = device.phone
    world.changed({ at: Date.now(), kind: 'presence', phone: number, chat: number, from: number, state: attrs.type })
  }
}

/** A typing or recording notice of the client, for the phone of the other end. */
export function takeChatState(world: World, device: Device, stanza: BinaryNode) {
  const state = child(stanza)
  const { number } = device.phone
  const group = world.groups.get(stanza.attrs.to ?? '')
  const phone = group ? group.id : parseJid(world, stanza.attrs.to)?.phone.number
  if (!phone || !state) return
  const shown = state.attrs.media === 'audio' ? 'recording' : state.tag === 'paused' ? 'paused' : 'composing'
  world.changed({ at: Date.now(), kind: 'presence', phone, chat: group?.id ?? number, from: number, state: shown })
}

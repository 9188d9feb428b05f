import { type BinaryNode, child, node, seconds } from './node.ts'
import { type Device, jid, parseJid, type Phone, type World } from './world.ts'

export const presenceOf = (phone: Phone) =>
  node('presence', {
    from: jid(phone, 'lid'),
    type: phone.available ? undefined : 'unavailable',
    last: phone.available ? undefined : seconds(),
  })

/** A client follows somebody's presence, or tells its own. Baileys also sends empty ones. */
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

/** The agent is typing or recording: the phone at the other end shows it. */
export function takeChatState(world: World, device: Device, stanza: BinaryNode) {
  const state = child(stanza)
  const { number } = device.phone
  const group = world.groups.get(stanza.attrs.to ?? '')
  const phone = group ? group.id : parseJid(world, stanza.attrs.to)?.phone.number
  if (!phone || !state) return
  const shown = state.attrs.media === 'audio' ? 'recording' : state.tag === 'paused' ? 'paused' : 'composing'
  world.changed({ at: Date.now(), kind: 'presence', phone, chat: group?.id ?? number, from: number, state: shown })
}

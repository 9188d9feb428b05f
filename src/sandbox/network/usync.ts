import { type BinaryNode, bytes, child, children, node, result } from './node'
import { type Device, findNumber, jid, parseJid, type Phone, type World } from './world'

type Found = { phone: Phone; requested: string }

/** The phone of one `<user>`: by jid, or by a number as people dial it. */
function find(world: World, user: BinaryNode): Found | undefined {
  const dialled = bytes(child(user, 'contact')).toString()
  if (dialled) {
    const phone = findNumber(world, dialled)
    return phone && { phone, requested: jid(phone, 'pn') }
  }
  const target = parseJid(world, user.attrs.jid)
  return target && { phone: target.phone, requested: jid(target.phone, target.addressing) }
}

const ANSWERS: Record<string, (found: Found, asking: Device) => BinaryNode | undefined> = {
  contact: () => node('contact', { type: 'in' }),
  // Baileys would take the answer to a query by LID for a number.
  lid: ({ phone, requested }) => (requested.endsWith('@lid') ? undefined : node('lid', { val: jid(phone, 'lid') })),
  status: ({ phone }) => node('status', { t: '1700000000' }, Buffer.from(phone.about)),
  disappearing_mode: () => node('disappearing_mode', { duration: '0', t: '0' }),
  devices({ phone }, asking) {
    phone.watchers.add(asking)
    const linked = [...phone.devices.values()].map(device =>
      node('device', { id: String(device.id), 'key-index': String(device.keyIndex) }),
    )
    return node('devices', {}, [node('device-list', { hash: '2:sandbox' }, [node('device', { id: '0' }), ...linked])])
  },
}

/** `xmlns=usync`: devices and contacts. Unregistered numbers are left out, as WhatsApp does. */
export function answerUsync(world: World, device: Device, request: BinaryNode): BinaryNode {
  const usync = child(request, 'usync')
  const protocols = children(child(usync, 'query')).map(protocol => protocol.tag)
  const users = children(child(usync, 'list'), 'user').flatMap(user => {
    const found = find(world, user)
    if (!found) return []
    return [
      node(
        'user',
        { jid: found.requested },
        protocols.flatMap(protocol => ANSWERS[protocol]?.(found, device) ?? []),
      ),
    ]
  })
  return result(request, [
    node('usync', { sid: usync?.attrs.sid, mode: usync?.attrs.mode, context: usync?.attrs.context }, [
      node(
        'result',
        {},
        protocols.map(protocol => node(protocol)),
      ),
      node('list', {}, users),
    ]),
  ])
}

import { randomBytes } from 'node:crypto'
import { beginSession, type Bundle, encrypt, hasSession, takeBundle } from './signal'
import { type BinaryNode, bigEndian, bytes, child, children, failure, node, number, result, seconds } from './node'
import { push } from './queue'
import { type Device, jid, parseJid, type Phone, type World } from './world'

const KEY_TYPE = Buffer.from([5])
/** Below so many prekeys the client is asked for more. */
const MIN_PREKEYS = 5

/** The key bundle of a linked client; each one-time prekey is handed out once. */
function takeDeviceBundle(device: Device): Bundle {
  const preKey = device.preKeys.shift()
  if (device.preKeys.length === MIN_PREKEYS - 1) {
    push(
      device,
      node('notification', { from: 's.whatsapp.net', type: 'encrypt', id: randomBytes(6).toString('hex'), t: seconds() }, [
        node('count', { value: String(device.preKeys.length) }),
      ]),
    )
  }
  return { ...device.bundle, preKey }
}

/** Encrypts for one device; begins a Signal session when there is none. */
export async function encryptFor(phone: Phone, device: Device, plain: Buffer) {
  const to = { lid: device.phone.lid, device: device.id }
  if (!hasSession(phone.keys, to)) await beginSession(phone.keys, to, takeDeviceBundle(device))
  return encrypt(phone.keys, to, plain)
}

/** Notifies the other clients of the account, and those that queried its devices, of a linked or removed client. */
export function announceDevice(device: Device, change: 'add' | 'remove') {
  for (const other of new Set([...device.phone.devices.values(), ...device.phone.watchers])) {
    if (other === device) continue
    for (const addressing of ['pn', 'lid'] as const) {
      push(
        other,
        node('notification', { from: jid(device.phone, addressing), type: 'devices', id: randomBytes(6).toString('hex'), t: seconds() }, [
          node(change, { device_hash: '2:sandbox' }, [
            node('device', { jid: jid(device.phone, addressing, device.id), 'key-index': String(device.keyIndex) }),
          ]),
        ]),
      )
    }
  }
}

const keyNode = (tag: string, id: number, key: Uint8Array, signature?: Uint8Array) =>
  node(tag, {}, [node('id', {}, bigEndian(id, 3)), node('value', {}, key), ...(signature ? [node('signature', {}, signature)] : [])])

export const bundleNodes = (bundle: Bundle) => [
  node('type', {}, KEY_TYPE),
  node('identity', {}, bundle.identity),
  ...(bundle.preKey ? [keyNode('key', bundle.preKey.id, bundle.preKey.key)] : []),
  keyNode('skey', bundle.signedPreKey.id, bundle.signedPreKey.key, bundle.signedPreKey.signature),
]

function userNode(world: World, requested: string) {
  const target = parseJid(world, requested)
  const device = target && target.device ? target.phone.devices.get(target.device) : undefined
  if (!target || (target.device && !device))
    return node('user', { jid: requested }, [node('error', { code: '404', text: 'item-not-found' })])
  const bundle = device ? takeDeviceBundle(device) : takeBundle(target.phone.keys)
  return node('user', { jid: requested }, [node('registration', {}, bigEndian(bundle.registrationId)), ...bundleNodes(bundle)])
}

export function readBundle(parent: BinaryNode, registrationId: number): Bundle {
  const key = child(parent, 'key')
  const signed = child(parent, 'skey')
  return {
    registrationId,
    identity: bytes(child(parent, 'identity')),
    signedPreKey: readSigned(signed),
    preKey: key && { id: number(child(key, 'id')), key: bytes(child(key, 'value')) },
  }
}

const readSigned = (skey: BinaryNode | undefined) => ({
  id: number(child(skey, 'id')),
  key: bytes(child(skey, 'value')),
  signature: bytes(child(skey, 'signature')),
})

/** `xmlns=encrypt`: uploads and rotation of the client's keys, and key bundles of its recipients. */
export function answerEncrypt(world: World, device: Device, request: BinaryNode): BinaryNode {
  if (child(request, 'count')) return result(request, [node('count', { value: String(device.preKeys.length) })])
  if (child(request, 'digest')) {
    return result(request, [
      node('digest', {}, [node('registration', {}, bigEndian(device.bundle.registrationId)), ...bundleNodes(device.bundle)]),
    ])
  }
  const wanted = child(request, 'key')
  if (wanted)
    return result(request, [
      node(
        'list',
        {},
        children(wanted, 'user').map(user => userNode(world, user.attrs.jid ?? '')),
      ),
    ])
  const rotated = child(request, 'rotate')
  if (rotated) {
    device.bundle.signedPreKey = readSigned(child(rotated, 'skey'))
    return result(request)
  }
  const uploaded = child(request, 'list')
  if (!uploaded) return failure(request, 400, 'bad-request')
  const uploadedIds = new Set(device.preKeys.map(preKey => preKey.id))
  for (const key of children(uploaded, 'key')) {
    const id = number(child(key, 'id'))
    if (!uploadedIds.has(id)) device.preKeys.push({ id, key: bytes(child(key, 'value')) })
  }
  device.bundle = { ...readBundle(request, number(child(request, 'registration'))), preKey: undefined }
  return result(request)
}

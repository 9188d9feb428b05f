import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { Curve, proto } from '@whiskeysockets/baileys'
import { type Connection, endStream, type Registration } from './connection'
import { node } from './node'
import { announceDevice } from './devices'
import { type Device, jid, type Phone, type World } from './world'

const REFERENCES = 6

/** Gives an unpaired client the references for its QR codes. */
export function offerPairing(world: World, connection: Connection, payload: proto.ClientPayload, clientKey: Buffer) {
  const data = payload.devicePairingData!
  connection.registration = {
    noiseKey: clientKey.toString('hex'),
    identity: Buffer.from(data.eIdent!),
    registrationId: Buffer.from(data.eRegid!).readUInt32BE(),
    signedPreKey: {
      id: Buffer.from(data.eSkeyId!).readUIntBE(0, 3),
      key: Buffer.from(data.eSkeyVal!),
      signature: Buffer.from(data.eSkeySig!),
    },
  }
  connection.references = Array.from({ length: REFERENCES }, () => randomBytes(24).toString('base64url'))
  for (const reference of connection.references) world.pairings.set(reference, connection)
  connection.send(
    node('iq', { from: 's.whatsapp.net', type: 'set', id: randomInt(1e9).toString(), xmlns: 'md' }, [
      node(
        'pair-device',
        {},
        connection.references.map(reference => node('ref', {}, Buffer.from(reference))),
      ),
    ]),
  )
}

/** The phone scans the QR code of a client; resolves when it is linked. */
export function scanCode(world: World, phone: Phone, qr: string) {
  const [reference, , , secret] = qr.slice(qr.indexOf('#') + 1).split(',')
  const connection = world.pairings.get(reference ?? '')
  if (!connection || !secret) throw new Error('this QR code is not on any screen any more')
  return completePairing(world, connection, phone, Buffer.from(secret, 'base64'))
}

/** Links a client to the phone's account; resolves when the client has signed its identity. */
export function completePairing(world: World, connection: Connection, phone: Phone, advSecret: Buffer): Promise<Device> {
  const registration = connection.registration!
  const device = addDevice(phone, registration)
  const details = proto.ADVDeviceIdentity.encode({
    rawId: randomInt(1e9),
    timestamp: Math.floor(Date.now() / 1000),
    keyIndex: device.keyIndex,
    accountType: 0,
    deviceType: 0,
  }).finish()
  const accountSignature = Curve.sign(phone.keys.identity.private, Buffer.concat([Buffer.from([6, 0]), details, registration.identity]))
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: phone.keys.identity.public,
    accountSignature,
  }).finish()
  const hmac = createHmac('sha256', advSecret).update(signed).digest()
  for (const reference of connection.references) world.pairings.delete(reference)
  connection.device = device
  connection.send(
    node('iq', { from: 's.whatsapp.net', type: 'set', id: randomInt(1e9).toString(), xmlns: 'md' }, [
      node('pair-success', {}, [
        node('device-identity', {}, proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }).finish()),
        node('device', { jid: jid(phone, 'pn', device.id), lid: jid(phone, 'lid', device.id) }),
        node('platform', { name: 'android' }),
      ]),
    ]),
  )
  return new Promise((resolve, reject) => {
    connection.pairing = { resolve, reject }
  })
}

function addDevice(phone: Phone, registration: Registration): Device {
  const id = phone.nextDevice++
  return {
    phone,
    id,
    keyIndex: id,
    noiseKey: registration.noiseKey,
    preKeys: [],
    bundle: { registrationId: registration.registrationId, identity: registration.identity, signedPreKey: registration.signedPreKey },
    active: false,
    introduced: false,
    queue: new Map(),
    retried: new Set(),
    reversed: [],
    subscriptions: new Set(),
  }
}

/** The client signed the identity that it was given: it becomes a device of the account, and has to log in. */
export function pairingSigned(world: World, connection: Connection) {
  const device = connection.device!
  device.phone.devices.set(device.id, device)
  world.changed({ at: Date.now(), kind: 'connection', account: device.phone.number, device: device.id, state: 'linked' })
  announceDevice(device, 'add')
  endStream(connection, 515)
  connection.pairing?.resolve(device)
}

import type { proto } from '@whiskeysockets/baileys'
import { type Connection, endStream } from './connection'
import { strikesWith } from './faults'
import { introduce } from './introduction'
import { node, seconds } from './node'
import { release } from './queue'
import { type Device, jid, type World } from './world'

/** Authenticates a device: its Noise key must be the one that it was linked with. */
export function login(world: World, connection: Connection, payload: proto.ClientPayload, clientKey: Buffer) {
  const phone = world.phones.get(String(payload.username))
  const device = phone?.devices.get(payload.device ?? 0)
  const fault = strikesWith(world.faults, 'loginFailure') ?? (phone && strikesWith(phone.faults, 'loginFailure'))
  if (fault) return refuse(connection, fault.reason)
  if (!device || device.noiseKey !== clientKey.toString('hex')) return refuse(connection, 401)
  if (device.connection) endStream(device.connection, 440)
  connection.device = device
  device.connection = connection
  device.active = false
  device.phone.faults.hold = false
  connection.send(
    node('success', { t: seconds(), lid: jid(device.phone, 'lid', device.id), location: 'sandbox', companion_enc_static: '' }),
  )
}

function refuse(connection: Connection, reason: number) {
  connection.send(node('failure', { reason: String(reason), location: 'sandbox' }))
  setTimeout(() => connection.close(), 20)
}

/** The client is ready: sends its queue as missed, then what is live. */
export function activate(world: World, device: Device) {
  const connection = device.connection
  if (!connection) return
  const missed = device.queue.size
  if (missed) {
    connection.send(
      node('ib', {}, [
        node('offline_preview', {
          count: String(missed),
          message: String(missed),
          receipt: '0',
          notification: '0',
          appdata: '0',
          call: '0',
        }),
      ]),
    )
  }
  device.active = true
  release(device, true)
  connection.send(node('ib', {}, [node('offline', { count: String(missed) })]))
  if (device.introduced) connection.send(node('ib', {}, [node('dirty', { type: 'account_sync', timestamp: seconds() })]))
  else introduce(world, device)
  world.changed({ at: Date.now(), kind: 'connection', account: device.phone.number, device: device.id, state: 'open' })
}

import type { ServerWebSocket } from 'bun'
import { login } from './login'
import { type BinaryNode, node } from './node'
import { type Noise, serveNoise } from './noise'
import { offerPairing } from './pairing'
import type { CodeLink } from './pairing-code'
import { route } from './router'
import type { Device, World } from './world'

/** One websocket of a client, from the handshake to the close. */
export type Connection = {
  device?: Device
  /** Registration payload of an unpaired client. */
  registration?: Registration
  /** References in the QR codes that this client shows. */
  references: string[]
  /** The pairing by code that this client began. */
  link?: CodeLink
  /** Settled when this client is linked, or gone. */
  pairing?: { resolve(device: Device): void; reject(error: Error): void }
  send(node: BinaryNode): void
  close(): void
  /** Terminates the TCP connection without a close frame. */
  drop(): void
}

export type Registration = {
  noiseKey: string
  identity: Buffer
  registrationId: number
  signedPreKey: { id: number; key: Buffer; signature: Buffer }
}

export type SocketData = { connection?: Connection; noise?: Noise }

export function openConnection(world: World, socket: ServerWebSocket<SocketData>) {
  const noise = serveNoise(world.authority, {
    write: frame => {
      socket.send(frame)
    },
    payload(payload, clientKey) {
      if (payload.devicePairingData) offerPairing(world, connection, payload, clientKey)
      else login(world, connection, payload, clientKey)
    },
    node: received => {
      if (!connection.device?.phone.faults.halfOpen) route(world, connection, received)
    },
  })
  const connection: Connection = {
    references: [],
    send(stanza) {
      if (socket.readyState === 1 && !connection.device?.phone.faults.halfOpen) noise.send(stanza)
    },
    close: () => socket.close(),
    drop: () => socket.terminate(),
  }
  world.connections.add(connection)
  socket.data = { connection, noise }
}

export function closeConnection(world: World, connection: Connection) {
  world.connections.delete(connection)
  for (const reference of connection.references) world.pairings.delete(reference)
  connection.pairing?.reject(new Error('the client went away before it was linked'))
  connection.link?.reject?.(new Error('the client went away before it was linked'))
  const device = connection.device
  if (device?.connection !== connection) return
  device.connection = undefined
  device.active = false
  world.changed({ at: Date.now(), kind: 'connection', account: device.phone.number, device: device.id, state: 'closed' })
}

const CONFLICTS: Record<number, string> = { 440: 'replaced', 401: 'device_removed' }

/** Closes a connection with a stream error. */
export function endStream(connection: Connection, code: number) {
  const conflict = CONFLICTS[code]
  connection.send(node('stream:error', { code: String(code) }, conflict ? [node('conflict', { type: conflict })] : undefined))
  setTimeout(() => connection.close(), 20)
}

import type { ServerWebSocket } from 'bun'
import { login } from './login.ts'
import { type BinaryNode, node } from './node.ts'
import { type Noise, serveNoise } from './noise.ts'
import { offerPairing } from './pairing.ts'
import type { CodeLink } from './pairing-code.ts'
import { route } from './router.ts'
import type { Device, World } from './world.ts'

/** One websocket of a client, from the handshake to the close. */
export type Connection = {
  device?: Device
  /** what an unpaired client said about itself */
  registration?: Registration
  /** references of the QR codes that this client shows */
  references: string[]
  /** the pairing code that this client shows */
  link?: CodeLink
  /** who waits for this client to be linked */
  pairing?: { resolve(device: Device): void; reject(error: Error): void }
  send(node: BinaryNode): void
  close(): void
  /** as a cut cable does */
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

/** Ends a connection with a stream error, as WhatsApp does. */
export function endStream(connection: Connection, code: number) {
  const conflict = CONFLICTS[code]
  connection.send(node('stream:error', { code: String(code) }, conflict ? [node('conflict', { type: conflict })] : undefined))
  setTimeout(() => connection.close(), 20)
}

import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { Curve, NOISE_MODE, NOISE_WA_HEADER, proto } from '@whiskeysockets/baileys'
import type { NoiseAuthority } from './certificates'
import { type BinaryNode, decode, encode } from './node'

const TAG = 16
const NOTHING = Buffer.alloc(0)

type Handlers = {
  /** The client has proved its static key; the payload names its account. */
  payload(payload: proto.ClientPayload, clientKey: Buffer): void
  node(node: BinaryNode): void
  write(frame: Buffer): void
}

function initialVector(counter: number) {
  const vector = Buffer.alloc(12)
  vector.writeUInt32BE(counter, 8)
  return vector
}

function seal(plain: Uint8Array, key: Buffer, counter: number, data: Buffer) {
  const cipher = createCipheriv('aes-256-gcm', key, initialVector(counter)).setAAD(data)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function open(sealed: Uint8Array, key: Buffer, counter: number, data: Buffer) {
  const decipher = createDecipheriv('aes-256-gcm', key, initialVector(counter)).setAAD(data)
  decipher.setAuthTag(sealed.subarray(-TAG))
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()])
}

function serverHandshake(header: Buffer) {
  let hash = Buffer.from(NOISE_MODE)
  let chain = hash
  let key = hash
  let counter = 0
  const mixHash = (data: Uint8Array) => {
    hash = createHash('sha256').update(hash).update(data).digest()
  }
  const derive = (secret: Uint8Array) => {
    const keys = Buffer.from(hkdfSync('sha256', secret, chain, '', 64))
    return [keys.subarray(0, 32), keys.subarray(32)] as const
  }
  mixHash(header)
  return {
    mixHash,
    mixKey(secret: Uint8Array) {
      ;[chain, key] = derive(secret)
      counter = 0
    },
    seal(plain: Uint8Array) {
      const sealed = seal(plain, key, counter++, hash)
      mixHash(sealed)
      return sealed
    },
    open(sealed: Uint8Array) {
      const plain = open(sealed, key, counter++, hash)
      mixHash(sealed)
      return plain
    },
    split: () => derive(NOTHING),
  }
}

/** The server side of Noise_XX over frames of `uint24 length | payload`, then encrypted binary nodes both ways. */
export function serveNoise(authority: NoiseAuthority, on: Handlers) {
  const handshake = serverHandshake(NOISE_WA_HEADER)
  const ephemeral = Curve.generateKeyPair()
  let buffered: Buffer = NOTHING
  let expects: 'intro' | 'hello' | 'finish' | 'nodes' = 'intro'
  let readKey = NOTHING
  let writeKey = NOTHING
  let reads = 0
  let writes = 0

  function writeFrame(payload: Uint8Array) {
    const frame = Buffer.allocUnsafe(payload.length + 3)
    frame.writeUIntBE(payload.length, 0, 3)
    frame.set(payload, 3)
    on.write(frame)
  }

  /** The routing prefix, when there is one, is not part of the handshake hash. */
  function takeIntro() {
    const routed = buffered.length > 7 && buffered.toString('latin1', 0, 2) === 'ED'
    const start = routed ? 7 + buffered.readUIntBE(4, 3) : 0
    if (buffered.length < start + NOISE_WA_HEADER.length) return false
    if (!buffered.subarray(start, start + NOISE_WA_HEADER.length).equals(NOISE_WA_HEADER)) throw new Error('not a WhatsApp Web client')
    buffered = buffered.subarray(start + NOISE_WA_HEADER.length)
    expects = 'hello'
    return true
  }

  function hello(frame: Buffer) {
    const { clientHello } = proto.HandshakeMessage.decode(frame)
    const clientEphemeral = clientHello!.ephemeral!
    handshake.mixHash(clientEphemeral)
    handshake.mixHash(ephemeral.public)
    handshake.mixKey(Curve.sharedKey(ephemeral.private, clientEphemeral))
    const key = handshake.seal(authority.server.public)
    handshake.mixKey(Curve.sharedKey(authority.server.private, clientEphemeral))
    const payload = handshake.seal(authority.chain)
    writeFrame(proto.HandshakeMessage.encode({ serverHello: { ephemeral: ephemeral.public, static: key, payload } }).finish())
    expects = 'finish'
  }

  function finish(frame: Buffer) {
    const { clientFinish } = proto.HandshakeMessage.decode(frame)
    const clientKey = handshake.open(clientFinish!.static!)
    handshake.mixKey(Curve.sharedKey(ephemeral.private, clientKey))
    const payload = proto.ClientPayload.decode(handshake.open(clientFinish!.payload!))
    ;[readKey, writeKey] = handshake.split()
    expects = 'nodes'
    on.payload(payload, clientKey)
  }

  return {
    send: (node: BinaryNode) => writeFrame(seal(encode(node), writeKey, writes++, NOTHING)),
    receive(data: Buffer) {
      buffered = buffered.length ? Buffer.concat([buffered, data]) : data
      if (expects === 'intro' && !takeIntro()) return
      while (buffered.length >= 3) {
        const end = buffered.readUIntBE(0, 3) + 3
        if (buffered.length < end) return
        const frame = buffered.subarray(3, end)
        buffered = buffered.subarray(end)
        if (expects === 'hello') hello(frame)
        else if (expects === 'finish') finish(frame)
        else on.node(decode(open(frame, readKey, reads++, NOTHING)))
      }
    },
  }
}

export type Noise = ReturnType<typeof serveNoise>

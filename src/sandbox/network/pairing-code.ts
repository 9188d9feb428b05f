import { hkdfSync, randomBytes } from 'node:crypto'
import { aesDecryptCTR, aesDecryptGCM, aesEncryptCTR, Curve, derivePairingCodeKey, type KeyPair } from '@whiskeysockets/baileys'
import type { Connection } from './connection'
import { type BinaryNode, bytes, child, failure, node, result, seconds } from './node'
import { completePairing } from './pairing'
import { type Device, numberForms, type Phone, type World } from './world'

/** A pairing by code: how far the key exchange of client and phone has come. */
export type CodeLink = {
  number: string
  wrapped: Buffer
  reference: Buffer
  phone?: Phone
  ephemeral?: KeyPair
  clientEphemeral?: Buffer
  resolve?(device: Device): void
  reject?(error: Error): void
}

const INFO = 'link_code_pairing_key_bundle_encryption_key'
const hkdf = (secret: Uint8Array, salt: Uint8Array | string, info: string) => Buffer.from(hkdfSync('sha256', secret, salt, info, 32))
const registration = (stage: string, content: BinaryNode[]) => node('link_code_companion_reg', { stage }, content)

/** `xmlns=md` of a client that is not linked yet. */
export async function answerLinkCode(world: World, connection: Connection, request: BinaryNode): Promise<void> {
  const message = child(request, 'link_code_companion_reg')
  if (message?.attrs.stage === 'companion_hello') return hello(connection, request, message)
  if (message?.attrs.stage === 'companion_finish' && connection.link?.phone)
    return finish(world, connection, connection.link, request, message)
  connection.send(failure(request, 400, 'bad-request'))
}

function hello(connection: Connection, request: BinaryNode, message: BinaryNode) {
  const link = {
    number: message.attrs.jid?.split('@')[0] ?? '',
    reference: randomBytes(16),
    wrapped: bytes(child(message, 'link_code_pairing_wrapped_companion_ephemeral_pub')),
  }
  connection.link = link
  connection.send(result(request, [registration('companion_hello', [node('link_code_pairing_ref', {}, link.reference)])]))
}

/** Baileys returns the code before its registration reached the server, so it is waited for. */
async function awaitLink(world: World, phone: Phone) {
  const forms = numberForms(phone.number)
  for (let tries = 0; tries < 100; tries++) {
    for (const connection of world.connections) {
      if (connection.link && forms.includes(connection.link.number)) return { connection, link: connection.link }
    }
    await Bun.sleep(20)
  }
  throw new Error(`no client waits for a code of ${phone.number}`)
}

/** The phone's owner types the code that the client shows. */
export async function enterCode(world: World, phone: Phone, code: string): Promise<Device> {
  const { connection, link } = await awaitLink(world, phone)
  const key = await derivePairingCodeKey(code.replace(/-/g, ''), link.wrapped.subarray(0, 32))
  link.clientEphemeral = aesDecryptCTR(link.wrapped.subarray(48, 80), key, link.wrapped.subarray(32, 48))
  link.phone = phone
  link.ephemeral = Curve.generateKeyPair()
  const [salt, vector] = [randomBytes(32), randomBytes(16)]
  const wrapped = aesEncryptCTR(link.ephemeral.public, await derivePairingCodeKey(code.replace(/-/g, ''), salt), vector)
  connection.send(
    node('notification', { from: 's.whatsapp.net', type: 'link_code_companion_reg', id: randomBytes(6).toString('hex'), t: seconds() }, [
      registration('primary_hello', [
        node('link_code_pairing_wrapped_primary_ephemeral_pub', {}, Buffer.concat([salt, vector, wrapped])),
        node('primary_identity_pub', {}, phone.keys.identity.public),
        node('link_code_pairing_ref', {}, link.reference),
      ]),
    ]),
  )
  return new Promise((resolve, reject) => Object.assign(link, { resolve, reject }))
}

async function finish(world: World, connection: Connection, link: CodeLink, request: BinaryNode, message: BinaryNode) {
  const wrapped = bytes(child(message, 'link_code_pairing_wrapped_key_bundle'))
  try {
    const shared = Curve.sharedKey(link.ephemeral!.private, link.clientEphemeral!)
    const bundle = aesDecryptGCM(
      wrapped.subarray(44),
      hkdf(shared, wrapped.subarray(0, 32), INFO),
      wrapped.subarray(32, 44),
      Buffer.alloc(0),
    )
    const identities = Curve.sharedKey(link.phone!.keys.identity.private, bundle.subarray(0, 32))
    connection.send(result(request))
    const secret = hkdf(Buffer.concat([shared, identities, bundle.subarray(64, 96)]), '', 'adv_secret')
    link.resolve?.(await completePairing(world, connection, link.phone!, secret))
  } catch {
    connection.send(failure(request, 400, 'bad-request'))
    link.reject?.(new Error('the code is not the one that the client shows'))
  }
}

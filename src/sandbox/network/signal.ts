import { randomInt } from 'node:crypto'
import { Curve, generateSignalPubKey, type KeyPair, type SignedKeyPair, signedKeyPair } from '@whiskeysockets/baileys'
import { SenderKeyRecord } from '@whiskeysockets/baileys/lib/Signal/Group/index.js'
import { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord, type SignalStorage } from 'libsignal'

const KEPT_CLOSED = 4

type Session = { indexInfo: { closed: number; used: number; baseKey: Buffer } }

/** libsignal's own record prints ratchet keys to the console when a session is closed. */
class QuietRecord extends SessionRecord {
  declare sessions: Record<string, Session>
  /** A prekey message is being decrypted: its session replaces the open one. */
  receiving = false

  getOpenSession() {
    return this.receiving ? undefined : Object.values(this.sessions).find(session => session.indexInfo.closed === -1)
  }

  setSession(session: Session) {
    for (const other of Object.values(this.sessions)) if (other.indexInfo.closed === -1) this.closeSession(other)
    this.sessions[session.indexInfo.baseKey.toString('base64')] = session
  }

  closeSession(session: Session) {
    session.indexInfo.closed = Date.now()
  }

  removeOldSessions() {
    const closed = Object.entries(this.sessions).filter(([, session]) => session.indexInfo.closed !== -1)
    closed.sort(([, a], [, b]) => a.indexInfo.closed - b.indexInfo.closed)
    for (const [key] of closed.slice(0, -KEPT_CLOSED)) delete this.sessions[key]
  }
}

/** A Signal address; phones are device 0 of their user. Always by LID, so that both forms of addressing share a session. */
export type Address = { lid: string; device: number }
export const addressKey = (address: Address) => `${address.lid}.${address.device}`

/** The key bundle of a device: public keys that begin a session (X3DH). */
export type Bundle = {
  registrationId: number
  identity: Uint8Array
  signedPreKey: { id: number; key: Uint8Array; signature: Uint8Array }
  preKey?: { id: number; key: Uint8Array }
}

/** Identity, prekeys and sessions of a simulated phone. */
export type Keys = {
  owner: string
  identity: KeyPair
  registrationId: number
  signed?: SignedKeyPair
  preKeys: Map<number, KeyPair>
  nextPreKey: number
  sessions: Map<string, QuietRecord>
  senderKeys: Map<string, SenderKeyRecord>
}

export const newKeys = (owner: string): Keys => ({
  owner,
  identity: Curve.generateKeyPair(),
  registrationId: randomInt(1, 16380),
  preKeys: new Map(),
  nextPreKey: 1,
  sessions: new Map(),
  senderKeys: new Map(),
})

/** Signed lazily: a signature costs milliseconds, and most phones of a load test never receive a message. */
const signedPreKey = (keys: Keys) => (keys.signed ??= signedKeyPair(keys.identity, 1))

export function takeBundle(keys: Keys): Bundle {
  const signed = signedPreKey(keys)
  const id = keys.nextPreKey++
  const pair = Curve.generateKeyPair()
  keys.preKeys.set(id, pair)
  return {
    registrationId: keys.registrationId,
    identity: keys.identity.public,
    signedPreKey: { id: signed.keyId, key: signed.keyPair.public, signature: signed.signature },
    preKey: { id, key: pair.public },
  }
}

const asSignalKeys = (pair: KeyPair) => ({ privKey: Buffer.from(pair.private), pubKey: Buffer.from(generateSignalPubKey(pair.public)) })

function storageOf(keys: Keys, to: Address): SignalStorage {
  const key = addressKey(to)
  return {
    loadSession: async () => keys.sessions.get(key),
    storeSession: async (_, session) => {
      keys.sessions.set(key, session as QuietRecord)
    },
    isTrustedIdentity: () => true,
    loadPreKey: async id => {
      const pair = keys.preKeys.get(Number(id))
      return pair && asSignalKeys(pair)
    },
    removePreKey: id => {
      keys.preKeys.delete(id)
    },
    loadSignedPreKey: () => asSignalKeys(signedPreKey(keys).keyPair),
    getOurRegistrationId: () => keys.registrationId,
    getOurIdentity: () => asSignalKeys(keys.identity),
  }
}

/** libsignal's job queue is global to the process and keyed by this name, so it names both ends. */
const between = (keys: Keys, to: Address) => new ProtocolAddress(`${keys.owner}-${to.lid}`, to.device)

export const hasSession = (keys: Keys, to: Address) => keys.sessions.get(addressKey(to))?.getOpenSession() !== undefined

export async function beginSession(keys: Keys, to: Address, bundle: Bundle) {
  if (!keys.sessions.has(addressKey(to))) keys.sessions.set(addressKey(to), new QuietRecord())
  await new SessionBuilder(storageOf(keys, to), between(keys, to)).initOutgoing({
    registrationId: bundle.registrationId,
    identityKey: generateSignalPubKey(bundle.identity),
    signedPreKey: {
      keyId: bundle.signedPreKey.id,
      publicKey: generateSignalPubKey(bundle.signedPreKey.key),
      signature: Buffer.from(bundle.signedPreKey.signature),
    },
    // libsignal accepts a bundle without a one-time prekey, against its types.
    preKey: (bundle.preKey && { keyId: bundle.preKey.id, publicKey: generateSignalPubKey(bundle.preKey.key) })!,
  })
}

export async function encrypt(keys: Keys, to: Address, plain: Buffer) {
  const { type, body } = await new SessionCipher(storageOf(keys, to), between(keys, to)).encrypt(plain)
  return { type: type === 3 ? 'pkmsg' : 'msg', body: Buffer.from(body as unknown as Uint8Array) }
}

/** Decrypts a message; one that fails leaves the session unchanged. */
export async function decrypt(keys: Keys, from: Address, type: string, sealed: Buffer): Promise<Buffer> {
  const key = addressKey(from)
  const record = keys.sessions.get(key) ?? new QuietRecord()
  const saved = record.serialize()
  keys.sessions.set(key, record)
  const cipher = new SessionCipher(storageOf(keys, from), between(keys, from))
  try {
    if (type === 'msg') return await cipher.decryptWhisperMessage(sealed)
    record.receiving = true
    return await cipher.decryptPreKeyWhisperMessage(sealed)
  } catch (error) {
    keys.sessions.set(key, QuietRecord.deserialize(saved) as QuietRecord)
    throw error
  } finally {
    record.receiving = false
  }
}

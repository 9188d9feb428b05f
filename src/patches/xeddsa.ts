import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { lruMap } from '#kernel/process/lru'

const P = 2n ** 255n - 19n
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex')
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64

/** Native keys by sign bit and public key: converting one costs more than using it. */
const nativeKeys = lruMap<string, KeyObject>(2000)

function inverse(number: bigint) {
  let [result, base, power] = [1n, number % P, P - 2n]
  for (; power > 0n; power >>= 1n) {
    if (power & 1n) result = (result * base) % P
    base = (base * base) % P
  }
  return result
}

const littleEndian = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)

/** The Edwards form, with the sign that the signature names, of a Montgomery key: y = (u - 1) / (u + 1). */
function edwardsKey(key: Uint8Array, sign: number): KeyObject {
  const name = `${sign}${Buffer.from(key).toString('base64')}`
  const cached = nativeKeys.get(name)
  if (cached) return cached
  const u = (littleEndian(key) & (2n ** 255n - 1n)) % P
  const y = ((u + P - 1n) * inverse(u + 1n)) % P
  const encoded = Buffer.from(y.toString(16).padStart(KEY_BYTES * 2, '0'), 'hex').reverse()
  encoded[KEY_BYTES - 1]! |= sign
  const native = createPublicKey({ key: Buffer.concat([SPKI_ED25519, encoded]), format: 'der', type: 'spki' })
  nativeKeys.set(name, native)
  return native
}

/** Whether a signature by an X25519 key (32 bytes, or 33 with its type byte) is good (XEdDSA), by the native Ed25519 of the runtime. */
export function verifyXEdDSA(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const bare = key.length === KEY_BYTES + 1 && key[0] === 5 ? key.subarray(1) : key
  if (bare.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false
  const edwards = Buffer.from(signature)
  const sign = edwards[SIGNATURE_BYTES - 1]! & 0x80
  edwards[SIGNATURE_BYTES - 1]! &= 0x7f
  try {
    return verify(null, message, edwardsKey(bare, sign), edwards)
  } catch {
    return false
  }
}

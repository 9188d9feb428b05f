import forge from 'node-forge'

/** A certificate and the private key of it, as PEM. */
type Pair = { certificate: string; privateKey: string }
type Unreadable = 'file' | 'password' | 'noKey' | 'tooSlow'

const { oids } = forge.pki
/** What a bank gives out is a few kB; more than this is another file. */
export const MAX_P12 = 64 * 1024

const pem = (type: string, node: forge.asn1.Asn1) =>
  forge.pem
    .encode({ type, body: forge.asn1.toDer(node).getBytes() })
    .replaceAll('\r\n', '\n')
    .trim()

/** Rounds by which the keys of a file may be derived, all of them together: they are counted here, and everybody waits meanwhile. */
const MAX_ROUNDS = 100_000
const MAX_DEPTH = 32

const { Type } = forge.asn1
const isOf = (type: forge.asn1.Type) => (node: forge.asn1.Asn1) => node.tagClass === forge.asn1.Class.UNIVERSAL && node.type === type
const [isBytes, isNumber] = [isOf(Type.OCTETSTRING), isOf(Type.INTEGER)]
const bytesOf = ({ value }: forge.asn1.Asn1): string => (typeof value === 'string' ? value : value.map(bytesOf).join(''))
const numberOf = (node: forge.asn1.Asn1) => Number.parseInt(forge.util.bytesToHex(bytesOf(node)) || '0', 16)

function parsed(bytes: string) {
  try {
    return forge.asn1.fromDer(forge.util.createBuffer(bytes))
  } catch {
    return undefined
  }
}

/** What a file asks for before anything of it is opened: the number after a salt, wherever they stand, also in what is wrapped as bytes. */
function roundsIn(node: forge.asn1.Asn1, depth = 0): number {
  if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY
  const inner = isBytes(node) ? [parsed(bytesOf(node)) ?? []].flat() : typeof node.value === 'string' ? [] : node.value
  const own = inner.flatMap((part, i) => (i && isNumber(part) && isBytes(inner[i - 1]!) ? numberOf(part) : []))
  return [...own, ...inner.map(part => roundsIn(part, depth + 1))].reduce((sum, rounds) => sum + rounds, 0)
}

/** Bags of both kinds keep what they hold as they found it when it is no RSA, as keys on curves are not. */
type Bag = {
  key?: forge.pki.PrivateKey | null
  cert?: forge.pki.Certificate | null
  asn1: forge.asn1.Asn1
  attributes: { localKeyId?: string[] }
}

/** The first certificate that says it is that of the key; a file of one certificate need not say so. */
const ownOf = (certificates: Bag[], key: Bag) =>
  certificates.find(({ attributes }) => attributes.localKeyId?.[0] && attributes.localKeyId[0] === key.attributes.localKeyId?.[0]) ??
  certificates[0]

function unlocked(asn1: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx | Unreadable {
  try {
    return forge.pkcs12.pkcs12FromAsn1(asn1, password)
  } catch (error) {
    return /password|MAC|decrypt/i.test((error as Error).message) ? 'password' : 'file'
  }
}

/**
 * A password is UTF-16 to the checksum of a file and to the older locks, and UTF-8 to PBES2. The library takes one form for both, so that
 * one with letters beyond ASCII is tried as the other without the checksum: what it opens wrongly is no ASN.1. By chance (one in 256) the
 * first form seems to fit a lock, and what it opens is none either.
 */
function opened(asn1: forge.asn1.Asn1, password: string) {
  const p12 = unlocked(asn1, password)
  const parts = asn1.value as forge.asn1.Asn1[]
  if (typeof p12 !== 'string' || /^[\x20-\x7e]*$/.test(password) || parts.length < 3) return p12
  const second = unlocked({ ...asn1, value: parts.slice(0, 2) }, forge.util.encodeUtf8(password))
  return typeof second === 'string' ? p12 : second
}

/**
 * Reads a PKCS #12 file (.p12, .pfx), also those that older tools lock with RC2 and 3DES. What cannot be read is told apart: another
 * file, a wrong password, a file without the key, or one that would take too long.
 */
export function readP12(file: Uint8Array, password: string): Pair | Unreadable {
  const asn1 = parsed(Buffer.from(file).toString('binary'))
  if (!asn1) return 'file'
  if (roundsIn(asn1) > MAX_ROUNDS) return 'tooSlow'
  const p12 = opened(asn1, password)
  if (typeof p12 === 'string') return p12
  const bags = (type: string) => (p12.getBags({ bagType: type })[type] ?? []) as unknown as Bag[]
  const [key] = [...bags(oids['pkcs8ShroudedKeyBag']!), ...bags(oids['keyBag']!)]
  const certificate = key && ownOf(bags(oids['certBag']!), key)
  if (!key || !certificate) return 'noKey'
  return {
    certificate: certificate.cert
      ? pem('CERTIFICATE', forge.pki.certificateToAsn1(certificate.cert))
      : pem('CERTIFICATE', certificate.asn1),
    privateKey: pem('PRIVATE KEY', key.key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key.key)) : key.asn1),
  }
}

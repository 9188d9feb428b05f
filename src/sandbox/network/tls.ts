import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const DAY = 86_400_000
const OID = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  basicConstraints: '551d13',
  subjectAltName: '551d11',
  keyIdentifier: '551d0e',
}

function der(tag: number, ...contents: Uint8Array[]) {
  const body = Buffer.concat(contents)
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const length = Buffer.from(body.length.toString(16).padStart(body.length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body])
}

const sequence = (...contents: Uint8Array[]) => der(0x30, ...contents)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const octets = (content: Uint8Array) => der(0x04, content)
const time = (at: number) => der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
const extension = (name: string, value: Uint8Array, critical = false) =>
  sequence(oid(name), ...(critical ? [der(0x01, Buffer.from([0xff]))] : []), octets(value))
const pem = (label: string, body: Uint8Array) =>
  `-----BEGIN ${label}-----\n${Buffer.from(body)
    .toString('base64')
    .replace(/(.{64})(?=.)/g, '$1\n')}\n-----END ${label}-----\n`

/** A self-signed certificate for a loopback address and further names, DER-encoded here: no program and no file is needed. */
export function selfSignedCertificate(host: string, others: string[] = []) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keyInfo = publicKey.export({ type: 'spki', format: 'der' })
  const algorithm = sequence(oid(OID.ecdsaWithSha256))
  const name = sequence(der(0x31, sequence(oid(OID.commonName), der(0x0c, Buffer.from('Sandbox media host')))))
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const address = host.split('.').map(Number)
  const names = [
    ...['localhost', ...others].map(other => der(0x82, Buffer.from(other))),
    ...(address.length === 4 ? [der(0x87, Buffer.from(address))] : [der(0x82, Buffer.from(host))]),
  ]
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name,
    sequence(time(Date.now() - DAY), time(Date.now() + 365 * DAY)),
    name,
    keyInfo,
    der(
      0xa3,
      sequence(
        extension(OID.basicConstraints, sequence(der(0x01, Buffer.from([0xff]))), true),
        extension(OID.keyIdentifier, octets(createHash('sha1').update(keyInfo).digest())),
        extension(OID.subjectAltName, sequence(...names)),
      ),
    ),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  return {
    cert: pem('CERTIFICATE', sequence(body, algorithm, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

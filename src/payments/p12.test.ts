import { afterAll, expect, test } from 'bun:test'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readP12 } from './p12'

const folder = await mkdtemp(join(tmpdir(), 'p12-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)
function openssl(...args: string[]) {
  const { exitCode, stderr } = Bun.spawnSync(['openssl', ...args])
  if (exitCode) throw new Error(stderr.toString())
}
const KINDS = { rsa: ['-newkey', 'rsa:2048'], ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] }
const LOCKS = { modern: [], old: ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'] }
for (const [name, kind] of Object.entries(KINDS))
  openssl('req', '-x509', ...kind, '-nodes', '-days', '2', '-keyout', at(`${name}.key`), '-out', at(`${name}.pem`), '-subj', `/CN=${name}`)

async function locked(name: string, password: string, ...more: string[]) {
  openssl(
    'pkcs12',
    '-export',
    '-in',
    at(`${name}.pem`),
    '-inkey',
    at(`${name}.key`),
    '-out',
    at('out.p12'),
    '-passout',
    `pass:${password}`,
    ...more,
  )
  return Bun.file(at('out.p12')).bytes()
}

for (const kind of Object.keys(KINDS))
  for (const [lock, options] of Object.entries(LOCKS))
    test.each(['', 'Fita çã 7'])(`a file with a key of ${kind}, locked the ${lock} way, is opened by its password: %p`, async password => {
      const file = await locked(kind, password, ...options)
      const pair = readP12(file, password)
      if (typeof pair === 'string') throw new Error(pair)
      const certificate = new X509Certificate(pair.certificate)
      expect(certificate.subject).toBe(`CN=${kind}`)
      expect(certificate.checkPrivateKey(createPrivateKey(pair.privateKey))).toBe(true)
      expect(readP12(file, 'outra')).toBe('password')
    })

/** Made by openssl until one was found whose padding the wrong form of its password seems to fit. */
const UNLUCKY =
  'MIID9gIBAzCCA7AGCSqGSIb3DQEHAaCCA6EEggOdMIIDmTCCAlEGCSqGSIb3DQEHBqCCAkIwggI+AgEAMIICNwYJKoZIhvcNAQcBMFYGCSqGSIb3DQEFDTBJ' +
  'MCgGCSqGSIb3DQEFDDAbBAjLYEvik8ytrwIBATAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQYfaZzd+mbg/nqGbutAsDxoCCAdBY7E1Jng5ILgszKoUg' +
  'VNlBJJDukqDwtAe3JIq9czpLb88b3k5Q2DPoNAN+j7GRhw+rtQlLZk/LRSNQoHPVTq6KXGouXzCPCJzPozdddNAONqG82i70VoJ1v4pDES17wBhr7bvse2+p' +
  '3gEmi0xAemCmkeC+M5HwZkftH58kUJ1XxsUkmq7SsEm1MTH2KextM89QuU2ENr16+PJdIYUbolSI4fy3ReFPocIf3F9PGo2KelprC66iH303ObvC5pn0dn2a' +
  '5YKZdQ+Qhud3cb6dUGwIjb4nmx5fMGedZCgSREFxTIj0SVFCrbvM2zLEhm1A6+B0Ilm13huC8oZzADUaXVJh2mx0EmPywvFW+SYh6/4zTaX+tUl3sFtRkjpH' +
  'YWWaKj8iH/703XE0EThvaxyet24orA8hf9RxP55pey3voCNKa+3WTQ7kGhW7s2Q88ebmOjsDVl6KyjhxrvaaDIokJCezv20QngFF1nn64JnsUD80cS3VWGnT' +
  'LMzgVxsayLNK0JAUUuwbZklNhFyWil6OstIpp13WkA0Rr0jh5V+yeA7z1C5VhX4MHO/gNb5iAix9tTnddoKVONy2qIlcnALA/biu7pjoYvmJqf3D1ucBJV7Z' +
  'DTCCAUAGCSqGSIb3DQEHAaCCATEEggEtMIIBKTCCASUGCyqGSIb3DQEMCgECoIHuMIHrMFYGCSqGSIb3DQEFDTBJMCgGCSqGSIb3DQEFDDAbBAgBvWXc/NwI' +
  'pwIBATAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQE4BudQFIDIj9Q9ic+vcykQSBkMmtc2RqkajfnFh9YM4Wir6uQQAi27j7Phu8Tpr7Y1OSPwDBbjqN' +
  'WjcwR4KbB9KhMSuww2WvE15Bl7UaHVGzP1QRLCH3u1HmY7wNbqnTb5MygNmm+dYjCg/ulgsUAv4WF0/A2QMslnSwuyvJmeDUR5xUfvF3XGPvj48ILRB70LH0' +
  'HDvcycuQu6Pmej13cSCfSTElMCMGCSqGSIb3DQEJFTEWBBRhDTI+sKLkP3syeWDVIZvG2RpIezA9MDEwDQYJYIZIAWUDBAIBBQAEIBFJ18mrUTej8RCh2T5K' +
  'o7Xs2Eas1nTj5clxHVpBWzkYBAgTI6lZCJuA3A=='
test('a file that the wrong form of its password seems to open is opened by the right one', () => {
  const pair = readP12(Buffer.from(UNLUCKY, 'base64'), 'çã')
  expect(typeof pair === 'string' ? pair : new X509Certificate(pair.certificate).subject).toBe('CN=ec')
  expect(readP12(Buffer.from(UNLUCKY, 'base64'), 'çá')).toBe('password')
})

test('the certificate of the key is found among those of its authorities', async () => {
  const file = await locked('rsa', 'x', '-certfile', at('ec.pem'))
  const pair = readP12(file, 'x')
  expect(new X509Certificate((pair as { certificate: string }).certificate).subject).toBe('CN=rsa')
})

test('another file, one that was cut off and one without a key are told as such', async () => {
  const whole = await locked('rsa', 'x')
  for (const file of [
    new Uint8Array(),
    new TextEncoder().encode('-----BEGIN CERTIFICATE-----'),
    new Uint8Array(2_000).fill(48),
    whole.slice(0, -200),
  ])
    expect(readP12(file, 'x')).toBe('file')
  openssl('pkcs12', '-export', '-nokeys', '-in', at('rsa.pem'), '-out', at('nokey.p12'), '-passout', 'pass:x')
  expect(readP12(await Bun.file(at('nokey.p12')).bytes(), 'x')).toBe('noKey')
})

test('a file that would count for hours is refused before it is opened', async () => {
  for (const more of [[], ['-nomac'], LOCKS.old]) {
    // Locked by a few rounds, and changed to say two thousand million, as whoever makes one by hand would.
    const file = Buffer.from(await locked('rsa', 'x', '-iter', '77777', ...more))
    const few = Buffer.from([2, 3, 1, 0x2f, 0xd1])
    let at = file.indexOf(few)
    expect(at).toBeGreaterThan(0)
    for (; at >= 0; at = file.indexOf(few, at)) file.set([2, 3, 0x7f, 0xff, 0xff], at)
    expect(readP12(file, 'x')).toBe('tooSlow')
  }
})

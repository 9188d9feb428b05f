import { afterAll, beforeAll, expect, test } from 'bun:test'
import { initAuthCreds, makeNoiseHandler, makeWASocket, type SignalKeyStore } from '@whiskeysockets/baileys'
import { startSandbox, type Sandbox } from '../sandbox/network'
import { patchRootKey, trustRoot } from './baileys-root-key'
import { patchSignatures } from './baileys-signatures'
import { untouched } from './untouched.fixture'

let networks: [Sandbox, Sandbox]
beforeAll(async () => {
  patchSignatures()
  patchRootKey()
  patchRootKey()
  networks = await Promise.all([startSandbox(), startSandbox()])
})
afterAll(() => Promise.all(networks.map(network => network.stop())))

const silent = { level: 'silent', child: () => silent, trace() {}, debug() {}, info() {}, warn() {}, error() {} }
const noKeys: SignalKeyStore = { get: async () => ({}), set: async () => {} }

/** How a handshake ends: with a QR code, or with the reason of the refusal. */
async function handshake(url: string, rootKey: string | undefined) {
  const sock = makeWASocket({ auth: { creds: initAuthCreds(), keys: noKeys }, waWebSocketUrl: url, logger: silent })
  trustRoot(sock.ws, rootKey)
  const { promise, resolve } = Promise.withResolvers<string>()
  sock.ev.on('connection.update', ({ qr, connection, lastDisconnect }) => {
    if (qr) resolve('qr')
    if (connection === 'close') resolve(lastDisconnect?.error?.message ?? '')
  })
  const end = await promise
  await sock.end(undefined)
  return end
}

test('Baileys reads one constant as root key, whichever network a socket is of', async () => {
  expect(String(makeNoiseHandler)).toContain('WA_CERT_DETAILS.PUBLIC_KEY')
  const isConstant = await untouched<boolean>(`
    const { WA_CERT_DETAILS } = await import('@whiskeysockets/baileys')
    return 'value' in Object.getOwnPropertyDescriptor(WA_CERT_DETAILS, 'PUBLIC_KEY')`)
  expect(isConstant).toBe(true)
})

test('each socket accepts the network that its own root key certifies, side by side, and no other', async () => {
  const [{ url, rootKey }, other] = networks
  const ends = await Promise.all([
    handshake(url, rootKey),
    handshake(other.url, other.rootKey),
    handshake(url, other.rootKey),
    handshake(url, undefined),
  ])
  expect(ends.slice(0, 2)).toEqual(['qr', 'qr'])
  for (const end of ends.slice(2)) expect(end).toMatch(/certificate/i)
})

import { expect, test } from 'bun:test'
import {
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  initAuthCreds,
  makeWASocket,
  type BinaryNode,
  type SignalKeyStore,
} from '@whiskeysockets/baileys'
import { messageStanzas } from './baileys-stanzas'

const silent = { level: 'silent', child: () => silent, trace() {}, debug() {}, info() {}, warn() {}, error() {} }
const noKeys: SignalKeyStore = { get: async () => ({}), set: async () => {} }

type Decryption = { jid: string; type: string; ciphertext: Uint8Array }

/** A Baileys that is connected to nobody and decrypts whatever it is given. */
function openBaileys(patch: (ws: ReturnType<typeof makeWASocket>['ws']) => void = () => {}) {
  const decryptions: Decryption[] = []
  const waiting = new Set<() => void>()
  const creds = { ...initAuthCreds(), me: { id: '5511990000001:3@s.whatsapp.net', lid: '100000000000001:3@lid' } }
  const sock = makeWASocket({
    auth: { creds, keys: noKeys },
    waWebSocketUrl: 'ws://127.0.0.1:9',
    logger: silent,
    makeSignalRepository: (...given) => ({
      ...DEFAULT_CONNECTION_CONFIG.makeSignalRepository(...given),
      async decryptMessage(decryption) {
        decryptions.push(decryption)
        waiting.forEach(check => check())
        return encodeWAMessage({ conversation: 'Olá' })
      },
    }),
  })
  Object.defineProperty(sock.ws, 'isOpen', { get: () => true })
  patch(sock.ws)
  return {
    decryptions,
    receive(id: string, attrs: Record<string, string> = {}) {
      const ciphertext = Buffer.from(id)
      const stanza: BinaryNode = {
        tag: 'message',
        attrs: { id, from: '222222222222222@lid', t: '1700000000', type: 'text', ...attrs },
        content: [{ tag: 'enc', attrs: { v: '2', type: 'msg' }, content: ciphertext }],
      }
      sock.ws.emit('CB:message', stanza)
      return ciphertext
    },
    /** What was decrypted, in order, once there are so many. */
    async order(count: number) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const check = () => decryptions.length >= count && resolve()
      waiting.add(check)
      check()
      await promise
      return decryptions.map(({ ciphertext }) => Buffer.from(ciphertext).toString())
    },
  }
}

test('a live message overtakes missed ones in Baileys; patched, it waits for them', async () => {
  for (const [patch, order] of [
    [undefined, ['missed 1', 'live', 'missed 2']],
    [messageStanzas().patchStanzas, ['missed 1', 'missed 2', 'live']],
  ] as const) {
    const baileys = openBaileys(patch)
    baileys.receive('missed 1', { offline: '0' })
    baileys.receive('missed 2', { offline: '0' })
    baileys.receive('live')
    expect(await baileys.order(3)).toEqual([...order])
  }
})

test('Baileys gives the decrypt step the very buffer of the stanza, and nothing else of it', async () => {
  const { attributesOf, patchStanzas } = messageStanzas()
  const baileys = openBaileys(patchStanzas)
  const ciphertext = baileys.receive('live', { notify: 'Maria' })
  await baileys.order(1)
  expect(Object.keys(baileys.decryptions[0]!).toSorted()).toEqual(['ciphertext', 'jid', 'type'])
  expect(baileys.decryptions[0]!.ciphertext).toBe(ciphertext)
  expect(attributesOf(ciphertext)).toMatchObject({ id: 'live', notify: 'Maria' })
  expect(attributesOf(ciphertext)).not.toHaveProperty('offline')
})

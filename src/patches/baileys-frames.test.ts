import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startSandbox, type Sandbox } from '../sandbox/network'
import { startClient, type Client } from '../sandbox/network/client.fixture'
import { holdFrames, patchFrames } from './baileys-frames'

const ACCOUNT = '5511990000001'
const CONTACT = '5511988887777'

let sandbox: Sandbox
let client: Client
beforeAll(async () => {
  sandbox = await startSandbox()
  sandbox.control.addPhone({ phone: CONTACT, name: 'Maria' })
  client = startClient({ url: sandbox.url, rootKey: sandbox.rootKey })
  await sandbox.control.scan({ qr: await client.qr(), phone: ACCOUNT, name: 'Loja' })
  await client.open()
})
afterAll(async () => {
  await client.stop()
  await sandbox.stop()
})

const statusOf = (id: string) => sandbox.control.transcript({ phone: CONTACT }).find(entry => entry.id === id)?.status
const receive = () => sandbox.control.send({ from: CONTACT, to: ACCOUNT, type: 'text', text: 'Olá' })

test('Baileys confirms a message although what it rests on is not stored; patched, only when it is', async () => {
  // Nobody who listens to Baileys can hold a receipt back: it takes no promise.
  client.sock.ev.on('messages.upsert', () => new Promise(() => {}))
  const early = await receive()
  await client.until(() => statusOf(early.id) === 'delivered')

  const commit = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  patchFrames(client.sock.ws, () => (asked.resolve(), commit.promise))
  const held = await receive()
  await client.message(message => message.key.id === held.id)
  await asked.promise
  expect(statusOf(held.id)).toBe('sent')
  commit.resolve()
  await client.until(() => statusOf(held.id) === 'delivered')
})

test('a Baileys that keeps its websocket elsewhere is told, not ignored', () => {
  expect(() => patchFrames({}, async () => {})).toThrow('keeps its websocket elsewhere')
})

/** Enough turns of the event loop for all that does not wait for anything else. */
async function turns() {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
}

test('frames leave in order, after what they rest on; none after a failure', async () => {
  const sent: string[] = []
  let commit = Promise.withResolvers<void>()
  const wire = { send: (bytes: Uint8Array) => void sent.push(Buffer.from(bytes).toString()), close: () => void sent.push('closed') }
  const write = (words: string) => (wire.send as (bytes: Uint8Array, done: () => void) => void)(Buffer.from(words), () => {})
  holdFrames(wire, () => commit.promise)
  write('one')
  write('two')
  await turns()
  expect(sent).toEqual([])
  commit.resolve()
  await turns()
  expect(sent).toEqual(['one', 'two'])
  commit = Promise.withResolvers()
  write('three')
  await turns()
  commit.reject(new Error('disk full'))
  await turns()
  write('four')
  wire.close()
  await turns()
  expect(sent).toEqual(['one', 'two', 'closed'])
})

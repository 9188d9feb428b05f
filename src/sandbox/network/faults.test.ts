import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { downloadMediaMessage } from '@whiskeysockets/baileys'
import { startClient } from './client.fixture'
import { type Sandbox, startSandbox } from './index'

const SHOP = '5592991110000'
const ANA = '5592991204471'

let sandbox: Sandbox
let shop: ReturnType<typeof startClient>

beforeAll(async () => {
  for (const name of ['info', 'warn', 'error'] as const) console[name] = () => {}
  sandbox = await startSandbox()
  sandbox.control.addPhone({ phone: ANA, name: 'Ana' })
  shop = startClient({ url: sandbox.url, rootKey: sandbox.rootKey })
  await sandbox.control.scan({ qr: await shop.qr(), phone: SHOP, name: 'Norte Fibra' })
  await shop.open()
  await shop.until(() => shop.creds.accountSyncCounter === 1)
})

afterAll(async () => {
  await shop.stop()
  await sandbox.stop()
})

beforeEach(() => {
  sandbox.control.clearFaults({ account: SHOP })
})

const text = (text: string) => sandbox.control.send({ from: ANA, to: SHOP, type: 'text', text })
const shown = (id: string) => sandbox.control.transcript({ phone: ANA }).find(entry => entry.id === id)
const lid = () => `${sandbox.control.state().phones.find(phone => phone.number === ANA)!.lid}@lid`
/** Resolves when the server answered a question. */
const answered = () => shop.sock.onWhatsApp(ANA)
const copies = (id: string) => shop.received.filter(message => message.key.id === id && message.message)
const queued = () => sandbox.control.state().phones.find(phone => phone.number === SHOP)!.devices[0]!.queued
const reply = async (text: string) => (await shop.sock.sendMessage(lid(), { text }))!.key.id!

/** Ends the connection by what `end` does, and connects again. */
async function again(end: () => unknown) {
  const before = shop.closed.length
  await end()
  await shop.until(() => shop.closed.length > before)
  shop.states.length = 0
  shop.connect()
}

test.each([
  [undefined, 428],
  [440, 440],
  [503, 503],
])('stream error %p closes the client with %p', async (code, seen) => {
  await again(() => sandbox.control.disconnect({ account: SHOP, code }))
  expect(shop.closed.at(-1)).toBe(seen)
  await shop.open()
})

test('515 is answered by a restart with the same credentials', async () => {
  shop.states.length = 0
  sandbox.control.disconnect({ account: SHOP, code: 515 })
  await shop.until(() => shop.closed.at(-1) === 515)
  await shop.open()
})

test('a login is refused as often as wanted', async () => {
  sandbox.control.fault({ account: SHOP, loginFailure: { reason: 403, times: 1 } })
  await again(() => sandbox.control.disconnect({ account: SHOP }))
  await shop.until(() => shop.closed.at(-1) === 403)
  shop.connect()
  await shop.open()
})

test('an upgrade is refused with an HTTP status', async () => {
  sandbox.control.refuseUpgrade({ status: 503 })
  const refused = startClient({ url: sandbox.url, rootKey: sandbox.rootKey })
  let status: number | undefined
  refused.sock.ws.on('unexpected-response', (_, response: { statusCode: number }) => {
    status = response.statusCode
  })
  refused.sock.ws.on('error', () => {
    status ??= 0
  })
  await shop.until(() => status !== undefined)
  expect(status).toBe(503)
  expect((await fetch(sandbox.url.replace('ws:', 'http:'))).status).toBe(426)
})

test('the media host refuses with an HTTP status until it recovers', async () => {
  const { id } = await sandbox.control.send({ from: ANA, to: SHOP, type: 'image' })
  const sent = await shop.message(message => message.key.id === id && Boolean(message.message))
  sandbox.control.refuseMedia({ status: 503 })
  await expect(downloadMediaMessage(sent, 'buffer', {})).rejects.toThrow()
  sandbox.control.clearFaults()
  expect(await downloadMediaMessage(sent, 'buffer', {})).toEqual(Buffer.from(sandbox.control.media({ phone: ANA, id }).file))
})

test('what arrives while the client is away is delivered as a backlog', async () => {
  const before = shop.closed.length
  sandbox.control.disconnect({ account: SHOP })
  await shop.until(() => shop.closed.length > before)
  const ids: string[] = []
  for (let at = 0; at < 30; at++) ids.push((await text(`Perdida ${at}`)).id)
  expect(shown(ids[0]!)?.status).toBe('sent')
  shop.states.length = 0
  shop.connect()
  await shop.until(() => ids.every(id => copies(id).length === 1))
  expect(shop.received.filter(message => ids.includes(message.key.id!)).map(message => message.key.id)).toEqual(ids)
  await shop.until(() => shown(ids.at(-1)!)?.status === 'delivered')
})

test('messages are held back until released', async () => {
  sandbox.control.fault({ account: SHOP, hold: true })
  const { id } = await text('Retida')
  await shop.until(() => queued() === 1)
  // What the server answers comes behind all that it sent before.
  await answered()
  expect(copies(id)).toHaveLength(0)
  sandbox.control.fault({ account: SHOP, hold: false })
  await shop.until(() => copies(id).length === 1)
})

test('a message is delivered twice', async () => {
  sandbox.control.fault({ account: SHOP, duplicate: 1 })
  const { id } = await text('Duas vezes')
  await shop.until(() => copies(id).length > 0)
  await text('Depois')
  await shop.until(() => shop.received.some(message => message.message?.conversation === 'Depois'))
  await shop.until(() => queued() === 0)
})

test('messages arrive out of order', async () => {
  sandbox.control.fault({ account: SHOP, reverse: 3 })
  const ids = [(await text('a')).id, (await text('b')).id, (await text('c')).id]
  await shop.until(() => ids.every(id => copies(id).length === 1))
  expect(shop.received.filter(message => ids.includes(message.key.id!)).map(message => message.message?.conversation)).toEqual([
    'c',
    'b',
    'a',
  ])
})

test('a message that cannot be read is asked for again', async () => {
  sandbox.control.fault({ account: SHOP, corrupt: 1 })
  const { id } = await text('Cifrada')
  await shop.until(() => copies(id).length === 1)
  expect(shop.received.some(message => message.key.id === id && message.messageStubType === 2)).toBe(true)
  const next = await text('Clara')
  await shop.until(() => copies(next.id).length === 1)
})

test('a phone that cannot read a message asks the client for it again', async () => {
  sandbox.control.fault({ account: SHOP, corruptSends: 1 })
  const [id, next] = [await reply('Repetida'), await reply('Depois')]
  await shop.until(() => shown(id)?.text === 'Repetida' && shown(next))
  expect(
    sandbox.control
      .transcript({ phone: ANA, chat: SHOP })
      .slice(-2)
      .map(entry => entry.text),
  ).toEqual(['Repetida', 'Depois'])
  expect(shown(id)?.copies).toBe(1)
  await shop.status(id, 3)
})

test('what is corrected before it can be read is read corrected', async () => {
  sandbox.control.fault({ account: SHOP, corruptSends: 1 })
  const key = { id: '3EB0C0441C7ED0', remoteJid: lid(), fromMe: true }
  // Neither waits for the other: the phone has both before its question is answered.
  await Promise.all([
    shop.sock.sendMessage(lid(), { text: 'As dez' }, { messageId: key.id }),
    shop.sock.sendMessage(lid(), { text: 'Às dez horas', edit: key }),
  ])
  await shop.until(() => shown(key.id)?.text === 'Às dez horas')
})

test('a send is refused with a code', async () => {
  sandbox.control.fault({ account: SHOP, refuse: { code: 463, times: 1 } })
  const id = await reply('Recusada')
  await shop.until(
    () =>
      shop.updates.some(update => update.id === id && update.status === 0 && update.stub?.[0] === '463') ||
      shop.received.some(({ key, status, messageStubParameters: stub }) => key.id === id && status === 0 && stub?.[0] === '463'),
  )
  expect(shown(id)).toBeUndefined()
})

test('acknowledgements are delayed, swallowed, or not followed by a delivery', async () => {
  const acks: string[] = []
  shop.sock.ws.on('CB:ack,class:message', node => {
    acks.push(node.attrs.id)
  })
  sandbox.control.fault({ account: SHOP, ackDelay: 80 })
  const late = await reply('Devagar')
  await shop.until(() => shown(late))
  expect(acks).not.toContain(late)
  await shop.until(() => acks.includes(late))
  sandbox.control.clearFaults({ account: SHOP })

  sandbox.control.fault({ account: SHOP, swallowAcks: 1 })
  const silent = await reply('Sem confirmação')
  await shop.status(silent, 3)
  expect(acks).not.toContain(silent)

  sandbox.control.fault({ account: SHOP, lose: 1 })
  const lost = await reply('Perdida')
  await shop.until(() => acks.includes(lost))
  expect(shown(lost)).toBeUndefined()
})

test('the same id sent twice is counted, not shown twice', async () => {
  const id = await reply('Uma vez')
  await shop.status(id, 3)
  await shop.sock.sendMessage(lid(), { text: 'Uma vez' }, { messageId: id })
  await shop.until(() => shown(id)?.copies === 2)
  expect(sandbox.control.transcript({ phone: ANA, chat: SHOP }).filter(entry => entry.id === id)).toHaveLength(1)
})

test('a client that lost its last steps in a crash is understood', async () => {
  await shop.status(await reply('Antes'), 3)
  const saved = new Map(shop.rows)
  const restore = () => {
    shop.rows.clear()
    for (const [key, value] of saved) shop.rows.set(key, value)
  }
  const id = await reply('Na hora da queda')
  await shop.status(id, 3)
  restore()
  await shop.sock.sendMessage(lid(), { text: 'Na hora da queda' }, { messageId: id })
  await shop.until(() => shown(id)?.copies === 2)
  restore()
  const next = await reply('Depois da queda')
  await shop.until(() => shown(next))
  expect(shown(next)).toMatchObject({ text: 'Depois da queda', copies: 1 })
  await shop.status(next, 3)
})

test('a phone without network sends and receives later', async () => {
  sandbox.control.changePhone({ phone: ANA, online: false })
  const id = await reply('Quando puder')
  const own = await text('Sem sinal')
  await answered()
  expect(shown(id)).toBeUndefined()
  expect(shown(own.id)?.status).toBe('waiting')
  sandbox.control.changePhone({ phone: ANA, online: true })
  await shop.status(id, 3)
  await shop.until(() => copies(own.id).length === 1)
})

test('a phone may read at once', async () => {
  sandbox.control.changePhone({ phone: ANA, autoRead: true })
  await shop.status(await reply('Leia'), 4)
  sandbox.control.changePhone({ phone: ANA, autoRead: false })
})

test('a connection falls silent', async () => {
  await shop.until(() => queued() === 0)
  sandbox.control.fault({ account: SHOP, halfOpen: true })
  const { id } = await text('Ninguém ouve')
  await shop.until(() => queued() === 1)
  expect(copies(id)).toHaveLength(0)
  const before = shop.closed.length
  sandbox.control.disconnect({ account: SHOP })
  await shop.until(() => shop.closed.length > before)
  sandbox.control.clearFaults({ account: SHOP })
  shop.connect()
  await shop.until(() => copies(id).length === 1)
})

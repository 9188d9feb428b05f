import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Client, startClient } from './client.fixture.ts'
import { type Sandbox, startSandbox } from './index.ts'

const SHOP = '5592991110000'
const ANA = '5592991204471'
const BIA = '5592981230456'

let sandbox: Sandbox
let shop: Client

beforeAll(async () => {
  for (const name of ['info', 'warn', 'error'] as const) console[name] = () => {}
  sandbox = await startSandbox({ seed: 7 })
  sandbox.control.addPhone({ phone: SHOP, name: 'Norte Fibra' })
  sandbox.control.addPhone({ phone: ANA, name: 'Ana', about: 'Oi!', picture: 'sample' })
  sandbox.control.addPhone({ phone: BIA, name: 'Bia' })
  shop = startClient({ url: sandbox.url })
  await sandbox.control.scan({ qr: await shop.qr(), phone: SHOP })
  await shop.open()
})

afterAll(async () => {
  await shop.stop()
  await sandbox.stop()
})

const shown = (phone: string, id: string) => sandbox.control.transcript({ phone }).find(entry => entry.id === id)
const lidOf = (phone: string) => `${sandbox.control.state().phones.find(each => each.number === phone)!.lid}@lid`

test('a scanned QR code links the client, which restarts once and is told its name', async () => {
  expect(shop.closed).toEqual([515])
  expect(shop.creds.me?.id).toMatch(/^5592991110000:\d+@s\.whatsapp\.net$/)
  expect(shop.creds.me?.lid).toMatch(/:\d+@lid$/)
  await shop.until(() => shop.creds.me?.name === 'Norte Fibra')
  await shop.until(() => shop.creds.accountSyncCounter === 1)
  const account = sandbox.control.state().phones.find(phone => phone.number === SHOP)!
  await shop.until(() => sandbox.control.state().phones.find(phone => phone.number === SHOP)!.devices[0]!.queued === 0)
  expect(account.devices).toMatchObject([{ connected: true, active: true, preKeys: 811 }])
})

test('text goes both ways, with receipts', async () => {
  const { id } = await sandbox.control.send({ from: ANA, to: SHOP, type: 'text', text: 'Oi, bom dia!' })
  const message = await shop.message(each => each.key.id === id)
  expect(message).toMatchObject({
    key: { remoteJid: lidOf(ANA), remoteJidAlt: `${ANA}@s.whatsapp.net`, fromMe: false }, pushName: 'Ana', message: { conversation: 'Oi, bom dia!' }
  })
  await shop.until(() => shown(ANA, id)?.status === 'delivered')
  await shop.sock.readMessages([message.key])
  await shop.until(() => shown(ANA, id)?.status === 'read')

  const sent = await shop.sock.sendMessage(message.key.remoteJid!, { text: 'Olá, Ana!' }, { quoted: message })
  await shop.status(sent!.key.id!, 3)
  expect(shown(ANA, sent!.key.id!)).toMatchObject({ text: 'Olá, Ana!', fromMe: false, chat: SHOP, copies: 1, quoted: { id, text: 'Oi, bom dia!' } })
  expect(shown(SHOP, sent!.key.id!)).toMatchObject({ text: 'Olá, Ana!', fromMe: true, chat: ANA })
  sandbox.control.read({ phone: ANA, chat: SHOP })
  await shop.status(sent!.key.id!, 4)
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, startClient } from './client.fixture'
import { type Sandbox, startSandbox } from './index'

const ANA = '5592991204471'

let sandbox: Sandbox
let folder: string
const clients: Client[] = []

beforeAll(async () => {
  for (const name of ['info', 'warn', 'error'] as const) console[name] = () => {}
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  sandbox = await startSandbox({ http: true, caDir: folder, secureDownloads: true })
})

afterAll(async () => {
  for (const client of clients) await client.stop()
  await sandbox.stop()
  await rm(folder, { recursive: true })
})

async function link(phone: string, name: string) {
  const client = startClient({ url: sandbox.url, rootKey: sandbox.rootKey })
  clients.push(client)
  await sandbox.control.scan({ qr: await client.qr(), phone, name })
  await client.open()
  await client.until(() => client.creds.accountSyncCounter === 1)
  return client
}

const view = (phone: string) => sandbox.control.state().phones.find(each => each.number === phone)!

test('a pairing code links the client', async () => {
  const client = startClient({ url: sandbox.url, rootKey: sandbox.rootKey })
  clients.push(client)
  await client.qr()
  const code = await client.sock.requestPairingCode('5592991110001')
  expect(await sandbox.control.enterCode({ phone: '5592991110001', code, name: 'Loja' })).toMatchObject({ account: '5592991110001' })
  await client.open()
  expect(client.creds.me?.id).toStartWith('5592991110001:')
  const { id } = await sandbox.control.send({ from: ANA, to: '5592991110001', type: 'text', text: 'Oi' })
  await client.message(message => message.key.id === id)
})

test('a wrong pairing code and an old QR code are refused', async () => {
  const client = startClient({ url: sandbox.url, rootKey: sandbox.rootKey })
  clients.push(client)
  const qr = await client.qr()
  await client.sock.requestPairingCode('5592991110002')
  await expect(sandbox.control.enterCode({ phone: '5592991110002', code: 'AAAAAAAA' })).rejects.toThrow('not the one')
  await client.stop()
  await expect(sandbox.control.scan({ phone: '5592991110002', qr })).rejects.toThrow('not on any screen')
})

test('a client logs out, or is removed by the phone', async () => {
  const leaving = await link('5592991110003', 'Saindo')
  await leaving.sock.logout()
  await leaving.until(() => view('5592991110003').devices.length === 0)
  const removed = await link('5592991110003', 'Saindo')
  sandbox.control.unlink({ account: '5592991110003' })
  await removed.until(() => removed.closed.at(-1) === 401)
  expect(view('5592991110003').devices).toEqual([])
  removed.states.length = 0
  removed.connect()
  await removed.until(() => removed.closed.filter(code => code === 401).length === 2)
})

test('two connections of one client: the older is replaced', async () => {
  const first = await link('5592991110004', 'Dupla')
  first.connect()
  await first.until(() => first.closed.includes(440))
})

test('accounts of different companies are apart, and can write to each other', async () => {
  const norte = await link('5592991110005', 'Norte')
  const sul = await link('5551991110006', 'Sul')
  const { id } = await sandbox.control.send({ from: ANA, to: '5592991110005', type: 'text', text: 'Para o Norte' })
  await norte.message(message => message.key.id === id)
  expect(sul.received.some(message => message.key.id === id)).toBe(false)
  const sent = await norte.sock.sendMessage('5551991110006@s.whatsapp.net', { text: 'Oi, Sul' })
  const message = await sul.message(each => each.key.id === sent!.key.id)
  expect(message.message?.conversation ?? message.message?.extendedTextMessage?.text).toBe('Oi, Sul')
  await norte.status(sent!.key.id!, 3)
  const reply = await sul.sock.sendMessage(message.key.remoteJid!, { text: 'Oi, Norte' })
  await norte.message(each => each.key.id === reply!.key.id)
})

test('two clients of one account see the same', async () => {
  const one = await link('5592991110007', 'Loja')
  const two = await link('5592991110007', 'Loja')
  const { id } = await sandbox.control.send({ from: ANA, to: '5592991110007', type: 'text', text: 'Para ambas' })
  const message = await one.message(each => each.key.id === id)
  await two.message(each => each.key.id === id)
  const sent = await one.sock.sendMessage(message.key.remoteJid!, { text: 'Respondido' })
  const copy = await two.message(each => each.key.id === sent!.key.id)
  expect(copy.key).toMatchObject({ fromMe: true, remoteJid: message.key.remoteJid! })
  expect(sandbox.control.transcript({ phone: ANA }).find(entry => entry.id === sent!.key.id)?.copies).toBe(1)
})

test('the same verbs answer over HTTP', async () => {
  const post = async (verb: string, body: unknown) => {
    const answer = await fetch(`${sandbox.controlUrl}/control/${verb}`, { method: 'POST', body: JSON.stringify(body) })
    return { status: answer.status, body: await answer.json() }
  }
  const get = async (path: string) => fetch(`${sandbox.controlUrl}/control/${path}`)
  const stream = (await get('changes')).body!.getReader()
  expect(await post('addPhone', { phone: '5592991110008', name: 'Caio', picture: 'sample' })).toMatchObject({
    status: 200,
    body: { number: '5592991110008' },
  })
  const heard = async () => {
    for (let text = ''; ;) {
      text += Buffer.from((await stream.read()).value!).toString()
      if (text.includes('"kind":"phone"')) return text
    }
  }
  expect(await heard()).toContain('5592991110008')
  await stream.cancel()
  const { body } = await post('send', { from: '5592991110008', to: ANA, type: 'image', caption: 'Foto' })
  const transcript = (await (await get(`transcript?phone=${ANA}`)).json()) as { id: string; text: string }[]
  expect(transcript.find(entry => entry.id === body.id)?.text).toBe('Foto')
  const file = await get(`media?phone=${ANA}&id=${body.id}`)
  expect(file.headers.get('content-type')).toBe('image/jpeg')
  expect((await get('picture?phone=5592991110008')).status).toBe(200)
  expect(await (await get('state')).json()).toHaveProperty('phones')
  expect(await post('send', { from: ANA, to: '123', type: 'text', text: '?' })).toMatchObject({
    status: 400,
    body: { error: 'no phone 123' },
  })
  expect((await post('nothing', {})).status).toBe(404)
  expect((await post('constructor', {})).status).toBe(404)
})

test("another process trusts the media host by NODE_EXTRA_CA_CERTS and uses Baileys' own upload", async () => {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'media.fixture.ts'), sandbox.url, sandbox.controlUrl, sandbox.rootKey], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: sandbox.mediaCaFile },
    stdout: 'pipe',
    stderr: 'ignore',
  })
  expect(await new Response(child.stdout).text()).toBe('uploaded and downloaded')
  expect(await child.exited).toBe(0)
})

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { io, type Socket } from 'socket.io-client'
import { newPhone, openOffice, until, type Office } from '../factories'

const PANEL = 'https://painel.exemplo.com'
let office: Office
let url: string
beforeAll(async () => {
  office = await openOffice({ FRONTEND_URL: PANEL, PUBLIC_URL: 'https://atendimento.exemplo.com' })
  url = `http://127.0.0.1:${office.product.server.port}`
})
afterAll(() => office?.close())

const heard = <T>(socket: Socket, event: string) => new Promise<T>(resolve => socket.once(event, resolve))
const engineOf = (socket: Socket) =>
  socket.io.engine as unknown as { transport: { name: string }; once(event: string, listener: () => void): void }
/** A stock client that says nothing of transports but what is given. */
async function connected(options: object = {}) {
  const socket = io(url, { forceNew: true, reconnection: false, query: { token: office.norte.staff.admin.client.token }, ...options })
  const upgraded = new Promise<void>(resolve => engineOf(socket).once('upgrade', resolve))
  await new Promise<void>((resolve, reject) => socket.once('ready', resolve).once('connect_error', reject))
  return { socket, upgraded }
}
const polled = (query: string, init?: RequestInit) => fetch(`${url}/socket.io/?EIO=4&transport=polling${query}`, init)
async function handshake() {
  const text = await (await polled('')).text()
  return JSON.parse(text.slice(1)) as { sid: string; upgrades: string[] }
}

test('a stock client with default transports connects by polling, goes on to a websocket and hears what it follows', async () => {
  const { socket, upgraded } = await connected()
  await socket.emitWithAck('joinTickets', 'pending')
  await upgraded
  expect(engineOf(socket).transport.name).toBe('websocket')
  const told = heard<{ message: { body: string } }>(socket, `company-${office.norte.id}-appMessage`)
  await office.receive(office.norte, { from: { pn: newPhone() }, text: 'pelo caminho longo' })
  expect((await told).message.body).toBe('pelo caminho longo')
  socket.close()
})

test('what is told while a client changes over is neither lost nor told twice', async () => {
  const { socket, upgraded } = await connected()
  await socket.emitWithAck('joinTickets', 'pending')
  const bodies: string[] = []
  socket.on(`company-${office.norte.id}-appMessage`, ({ message }: { message: { body: string } }) => bodies.push(message.body))
  const from = { pn: newPhone() }
  const wanted = Array.from({ length: 20 }, (_, i) => `linha ${i}`)
  for (const text of wanted) await office.receive(office.norte, { from, text })
  await upgraded
  await socket.emitWithAck('userStatus')
  expect(bodies).toEqual(wanted)
  socket.close()
})

test('polling alone is enough, with the token in auth too', async () => {
  const { socket } = await connected({ transports: ['polling'], query: {}, auth: { token: office.norte.staff.admin.client.token } })
  await socket.emitWithAck('joinTickets', 'pending')
  const told = heard<{ message: { body: string } }>(socket, `company-${office.norte.id}-appMessage`)
  await office.receive(office.norte, { from: { pn: newPhone() }, text: 'só perguntando' })
  expect((await told).message.body).toBe('só perguntando')
  expect(engineOf(socket).transport.name).toBe('polling')
  const seen = () => [...office.product.sockets.in(`user-${office.norte.staff.admin.id}`)].length
  expect(seen()).toBe(1)
  socket.close()
  await until(() => seen() === 0)
})

test('a bad token ends with its reason, not with a loop', async () => {
  const error = await connected({ query: { token: 'x' } }).catch((error: Error) => error)
  expect((error as Error).message).toBe('ERR_SESSION_EXPIRED')
})

test('a session that ends closes a client that polls', async () => {
  const client = await office.signIn(office.norte.staff.leo)
  const { socket } = await connected({ transports: ['polling'], query: { token: client.token } })
  const closed = heard(socket, 'disconnect')
  await client.delete('/auth/logout')
  await closed
})

test('pages of a known origin may read the answers, and those of others get none', async () => {
  const known = await polled('', { headers: { origin: PANEL } })
  expect([known.status, known.headers.get('access-control-allow-origin')]).toEqual([200, PANEL])
  expect(known.headers.get('access-control-allow-credentials')).toBe('true')
  expect((await polled('', { headers: { origin: 'https://evil.example' } })).status).toBe(403)
})

test('an older protocol, a transport or a session that nobody knows is refused with the reason, readable for the page', async () => {
  const ask = (query: string) => fetch(`${url}/socket.io/?${query}`, { headers: { origin: PANEL } })
  for (const [query, message] of [
    ['EIO=3&transport=polling', 'Unsupported protocol version'],
    ['EIO=3&transport=websocket', 'Unsupported protocol version'],
    ['EIO=4&transport=flash', 'Transport unknown'],
    ['EIO=4&transport=polling&sid=x', 'Session ID unknown'],
    ['EIO=4&transport=websocket&sid=x', 'Session ID unknown'],
  ]) {
    const answer = await ask(query!)
    expect([query, answer.status, ((await answer.json()) as { message: string }).message]).toEqual([query, 400, message])
    expect(answer.headers.get('access-control-allow-origin')).toBe(PANEL)
  }
})

test('what is too large, broken or asked for twice ends the line of who sent it', async () => {
  const large = await handshake()
  expect((await polled(`&sid=${large.sid}`, { method: 'POST', body: 'x'.repeat(150_000) })).status).toBe(413)
  const broken = await handshake()
  await polled(`&sid=${broken.sid}`, { method: 'POST', body: '42[' })
  const twice = await handshake()
  const both = await Promise.all([polled(`&sid=${twice.sid}`), polled(`&sid=${twice.sid}`)])
  expect(both.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400])
  for (const { sid } of [large, broken, twice]) {
    const left = await polled(`&sid=${sid}`)
    expect(left.status === 400 || (await left.text()) === '1').toBe(true)
    expect((await polled(`&sid=${sid}`)).status).toBe(400)
  }
})

test('a client that asks whether its line stands is told at once, and goes on', async () => {
  const line = new WebSocket(
    `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&token=${office.norte.staff.admin.client.token}`,
  )
  const packets: string[] = []
  line.onmessage = ({ data }) => packets.push(String(data))
  await until(() => packets.some(packet => packet.startsWith('0')))
  line.send('2')
  await until(() => packets.includes('3'))
  line.send('40')
  await until(() => packets.some(packet => packet.startsWith('42["ready"')))
  line.close()
})

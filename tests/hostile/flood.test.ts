import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PERSON_REQUESTS } from '#kernel/http/limits'
import { clientOf } from '../client'
import { newPhone, openOffice, tickets, until, type Office } from '../factories'

let office: Office
let port: number
let url: string
beforeAll(async () => {
  office = await openOffice()
  port = office.product.server.port!
  url = `http://127.0.0.1:${port}`
})
afterAll(() => office?.close())

const MB = 1024 * 1024
const open: Socket[] = []
afterAll(() => open.forEach(socket => socket.destroy()))

/** A connection that is written to by hand. */
async function line(words = '') {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  open.push(socket)
  await once(socket, 'connect')
  socket.write(words)
  return socket
}
const answerOf = async (socket: Socket) => String((await once(socket, 'data'))[0])
const token = () => office.norte.staff.ana.client.token
const conversation = () => `/messages/${office.norte.tickets.open.id}`
const isAnswered = async () => (await fetch(`${url}/tickets`, { headers: { authorization: `Bearer ${token()}` } })).status === 200

describe('of a body of 100 MB', () => {
  const LENGTH = `Content-Length: ${100 * MB}`
  const CHUNKED = 'Transfer-Encoding: chunked'
  const FORM = 'Content-Type: multipart/form-data; boundary=x'
  const JSON_TYPE = 'Content-Type: application/json'
  const head = (path: string, ...headers: string[]) =>
    ['POST', path, 'HTTP/1.1\r\nHost: x\r\n'].join(' ') + [...headers, '', ''].join('\r\n')
  const chunk = Buffer.concat([Buffer.from(`${MB.toString(16)}\r\n`), Buffer.alloc(MB, 'x'), Buffer.from('\r\n')])
  const login = () => `Authorization: Bearer ${token()}`

  test.each([
    ['JSON', 413, () => head('/tags', JSON_TYPE, LENGTH, login())],
    ['JSON of a stranger', 413, () => head('/auth/login', JSON_TYPE, LENGTH)],
    ['an upload', 413, () => head(conversation(), FORM, LENGTH, login())],
    ['an upload of a stranger', 401, () => head(conversation(), FORM, LENGTH)],
    ['JSON of nobody', 401, () => head('/tags', JSON_TYPE, LENGTH)],
    ['an upload where none is taken', 415, () => head('/tags', FORM, LENGTH, login())],
    ['no known kind', 415, () => head('/auth/login', 'Content-Type: multipart/mixed; boundary=x', LENGTH)],
  ] as const)('%s is refused before any of it came', async (_, status, words) => {
    expect(await answerOf(await line(words()))).toStartWith(`HTTP/1.1 ${status}`)
  })

  test.each([
    ['JSON that does not say how long it is', 413, 11, () => head('/tags', JSON_TYPE, CHUNKED, login())],
    ['the same of a stranger', 413, 1, () => head('/auth/login', JSON_TYPE, CHUNKED)],
    ['an upload', 413, 71, () => head(conversation(), FORM, CHUNKED, login())],
    ['an upload of a stranger', 401, 0, () => head(conversation(), FORM, CHUNKED)],
    ['a form to sign in with', 415, 0, () => head('/auth/login', FORM, CHUNKED)],
  ] as const)('%s is refused as soon as it is too much', async (_, status, megabytes, words) => {
    const socket = await line(words())
    const answer = answerOf(socket)
    for (let sent = 0; sent < megabytes; sent++) if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), answer])
    expect(await answer).toStartWith(`HTTP/1.1 ${status}`)
  })
})

test('a body is refused however deep it is', async () => {
  const post = (path: string, body: string) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${office.norte.staff.admin.client.token}`, 'content-type': 'application/json' },
      body,
    })
  for (const [depth, status] of [
    [10_000, 400],
    [19_000, 400],
    [21_000, 413],
    [250_000, 413],
  ] as const) {
    const lists = `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect((await post('/tags', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).status).toBe(status)
    expect((await post('/queueIntegration', `{"type":"webhook","name":"Fundo","settings":{"a":${lists}}}`)).status).toBe(status)
  }
})

/** A form of many parts, and a file where they are none. */
async function upload(part: string, n: number) {
  const one = (disposition: string) => `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nx\r\n`
  const file = part.includes('body') ? one('name="medias"; filename="x.txt"') : ''
  const answer = await fetch(url + conversation(), {
    method: 'POST',
    headers: { authorization: `Bearer ${token()}`, 'content-type': 'multipart/form-data; boundary=x' },
    body: `${one(part).repeat(n)}${file}--x--\r\n`,
  })
  return [answer.status, await answer.json()]
}

test.each([
  ['texts', 'name="body"', 'body: Invalid length: Expected <=30 but received 900'],
  ['files', 'name="medias"; filename="x.txt"', 'Envie até 30 arquivos por vez'],
  ['fields that nobody knows', 'name="x"', 'Escolha um arquivo!'],
])('an upload of 900 %s is refused by what is wrong with it, and one of 100,000 before anybody looks', async (_, part, error) => {
  expect(await upload(part, 900)).toMatchObject([400, { error }])
  expect(await upload(part, 100_000)).toMatchObject([400, { error: 'ERR_VALIDATION' }])
})

test('an upload of another kind than a form of files is refused, and not read for minutes', async () => {
  const { rows, staff } = office.norte
  for (const type of ['application/x-www-form-urlencoded', 'multipart/mixed; boundary=x', 'multipart/form-data']) {
    const answer = await fetch(`${url}/quick-messages/${rows['/quick-messages']!.id}/media-upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff.admin.client.token}`, 'content-type': type },
      body: 'a&'.repeat(100_000),
    })
    expect([type, answer.status, await answer.json()]).toMatchObject([type, 400, { error: 'ERR_VALIDATION' }])
  }
})

test('a text with a NUL, at which the database would end it, is refused', async () => {
  const { client } = office.norte.staff.admin
  const { status, body } = await client.post<{ error: string }>('/tags', { name: 'antes\0depois', color: '#101010' })
  expect([status, body.error]).toEqual([400, 'ERR_VALIDATION'])
})

test('a text with a NUL is refused in a form as well', async () => {
  const { connectionToken, staff } = office.norte
  const { client } = staff.admin
  const { id } = (await client.post<{ id: number }>('/chats', { title: 'Plantão', users: [{ id: staff.ana.id }] })).body
  const filed = (texts: Record<string, string>) => {
    const form = new FormData()
    for (const [field, text] of Object.entries(texts)) form.set(field, text)
    form.append('medias', new File(['nota'], 'nota.pdf', { type: 'application/pdf' }))
    return form
  }
  const ways = [
    (text: string) => client.post(conversation(), filed({ body: text })),
    (text: string) => client.post(`/chats/${id}/messages`, filed({ message: text })),
    (text: string) => clientOf(office.product, connectionToken, '').post('/messages/send', filed({ number: newPhone(), body: text })),
  ]
  for (const way of ways) expect([await way('antes\0depois'), await way('antes, depois')].map(({ status }) => status)).toEqual([400, 200])
})

test('a body of few letters and many values is refused before each of them is looked at', async () => {
  const { open } = office.norte.tickets
  const post = (path: string, body: string) =>
    fetch(url + path, { method: 'POST', headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' }, body })
  const list = (value: string, n: number) => `[${Array(n).fill(value).join(',')}]`
  const note = (value: string, n: number) => post('/ticket-notes', `{"note":"Oi","ticketId":${open.id},"mentions":${list(value, n)}}`)
  expect((await note('"a"', 21)).status).toBe(400)
  expect((await note('"a"', 1_000_000)).status).toBe(413)
  expect((await post('/contacts/upload', `{"rows":${list('{}', 1_000_000)}}`)).status).toBe(413)
  const row = `{"name":"Ana","number":"5511987654321","extraInfo":${list('1', 9_000)}}`
  expect((await post('/contacts/upload', `{"rows":${list(row, 50)}}`)).status).toBe(413)
})

test('a body of which much is wrong is told the first of it, and one of which little is wrong all of it', async () => {
  const { client } = office.norte.staff.ana
  const told = async (views: number) => {
    const { status, body } = await client.put<{ details: object }>('/users/me/preferences', { views: Array(views).fill({}) })
    return [status, Object.keys(body.details).length]
  }
  expect(await told(2)).toEqual([400, 16])
  expect(await told(200)).toEqual([400, 100])
  expect(await told(5_000)).toEqual([400, 1])
  const ofRow = async (columns: number) => {
    const rows = [{ name: '', number: '', extraInfo: Array(columns).fill(1) }]
    const { body } = await office.norte.staff.admin.client.post<{ refused: { details: object }[] }>('/contacts/upload', { rows })
    return Object.keys(body.refused[0]!.details).length
  }
  expect([await ofRow(2), await ofRow(200)]).toEqual([4, 1])
})

test('the longest message goes through with each of its letters written as an escape, and rows of a spreadsheet with fifty columns more', async () => {
  const { norte } = office
  const send = (path: string, token: string, body: string) =>
    fetch(url + path, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body })
  const escaped = `{"body":"${String.raw`\u00e9`.repeat(65_536)}"}`
  expect((await send(conversation(), token(), escaped)).status).toBe(200)
  const extraInfo = Array.from({ length: 50 }, (_, i) => ({ name: `Coluna ${i}`, value: 'o que ninguém previu' }))
  const rows = Array.from({ length: 500 }, () => ({ name: '', number: '', email: '', tags: '', extraInfo }))
  const answer = await send('/contacts/upload', norte.staff.admin.client.token, JSON.stringify({ rows }))
  expect([answer.status, ((await answer.json()) as { refused: object[] }).refused.length]).toEqual([200, 500])
})

test('hundreds who send a byte now and then hold up nobody', async () => {
  const begun = [
    'GET /tickets HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    `POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"email":"`,
    `POST ${conversation()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token()}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n--x\r\n`,
  ]
  const slow = await Promise.all(Array.from({ length: 300 }, (_, i) => line(begun[i % begun.length])))
  let answered = 0
  for (; answered < 30; answered++) {
    for (const socket of slow) socket.write('a')
    expect(await isAnswered()).toBe(true)
  }
  expect(slow.filter(socket => socket.destroyed)).toEqual([])
  for (const socket of slow) socket.destroy()
}, 20_000)

test.each(['a b', '[::1', '%00', 'loja.com@casa.com', 'a/b?c#d', 'a:99999', 'xn--a', 'http://x', ''])(
  'a host name that is none is refused, and is no fault of the server: %s',
  async host => {
    for (const path of ['/version', '/login', '/socket.io/?EIO=4&transport=polling'])
      expect(await answerOf(await line(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`))).toStartWith('HTTP/1.1 400')
  },
)

/** An upload that announces so many megabytes and brings none. */
const stalled = (megabytes: number) =>
  line(
    `POST ${conversation()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token()}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${megabytes * MB}\r\n\r\n--x\r\n`,
  )

test('uploads that never come keep out no file, of no company, and are given up', async () => {
  const { sul } = office
  const idle = await Promise.all([70, 70, 20].map(stalled))
  const answers = idle.map(answerOf)
  await isAnswered()
  const form = new FormData()
  form.append('medias', new File([new Uint8Array(5 * MB)], 'a.pdf', { type: 'application/pdf' }))
  const sent = await sul.staff.ana.client.post(`/messages/${sul.tickets.open.id}`, form)
  expect(sent.status).toBe(200)
  const received = {
    type: 'media',
    mediaType: 'image',
    mimetype: 'image/png',
    fileName: 'a.png',
    caption: '',
    voice: false,
    seconds: null,
    waveform: null,
    width: null,
    height: null,
    size: null,
    async *download() {
      yield new Uint8Array(100)
    },
  } as const
  const from = '5511981110077'
  await office.receive(sul, { from: { pn: from }, content: received })
  const { client } = sul.staff.admin
  type Page = { tickets: { id: number; contact: { number: string } }[] }
  const { tickets } = (await client.get<Page>('/tickets?status=pending&showAll=true')).body
  const { id } = tickets.find(({ contact }) => contact.number === from)!
  expect((await client.get<{ messages: { mediaUrl: string | null }[] }>(`/messages/${id}`)).body.messages[0]!.mediaUrl).toContain('/media/')
  for (const answer of await Promise.all(answers)) expect(answer).toStartWith('HTTP/1.1 400')
}, 40_000)

test('files that wait for memory wait for those of the own company', async () => {
  const { norte, sul } = office
  const gate = Promise.withResolvers<void>()
  const held = norte.ctx.media.holding(40 * MB, () => gate.promise, norte.id)
  const upload = ({ staff, tickets }: typeof norte) => {
    const form = new FormData()
    form.append('medias', new File([new Uint8Array(9 * MB)], 'a.pdf', { type: 'application/pdf' }))
    return staff.ana.client.post(`/messages/${tickets.open.id}`, form)
  }
  let isOver = false
  const waiting = upload(norte).finally(() => (isOver = true))
  expect((await upload(sul)).status).toBe(200)
  expect(isOver).toBe(false)
  gate.resolve()
  await held
  expect((await waiting).status).toBe(200)
})

/** Half of what this process may open, since it holds both ends, and not all of it. */
function roomFor(wanted: number) {
  const limit = Number(Bun.spawnSync(['sh', '-c', 'ulimit -n']).stdout.toString()) || 1024
  return Math.max(50, Math.min(wanted, Math.floor((limit - 500) / 2.5)))
}

test('thousands who connect and say nothing hold up nobody', async () => {
  const most = roomFor(6_000)
  const agent = await office.norte.staff.ana.client.socket(['joinNotification'])
  const websocket = `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${btoa('0123456789abcdef')}\r\nSec-WebSocket-Version: 13\r\n\r\n`
  const idle: Socket[] = []
  for (let i = 0; i < most; i += 250)
    idle.push(...(await Promise.all(Array.from({ length: 250 }, (_, at) => line(at % 6 ? '' : websocket)))))
  expect(idle.length).toBeGreaterThanOrEqual(most)
  for (let i = 0; i < 20; i++) expect(await isAnswered()).toBe(true)
  await office.receive(office.norte, { from: { pn: '5511981110001' }, text: 'apesar de tudo' })
  await until(async () => (await agent.settled()).length > 0)
  process.stdout.write(
    `flood: ${idle.length} idle connections, ${office.product.server.pendingWebSockets} of them websockets that said nothing\n`,
  )
  for (const socket of idle) socket.destroy()
  agent.close()
}, 30_000)

test('a company that asks for much at once is not served before another that asks for little', async () => {
  const { norte, sul } = office
  const order: string[] = []
  const list = ({ staff }: typeof norte) => staff.ana.client.get('/tickets?showAll=true')
  const write = ({ staff, tickets }: typeof norte) => staff.ana.client.post(`/messages/${tickets.open.id}`, { body: 'oi' })
  for (const ask of [list, write]) {
    order.length = 0
    const asked = [...Array<typeof norte>(200).fill(norte), sul].map(async company => {
      expect((await ask(company)).status).toBe(200)
      order.push(company.name)
    })
    await Promise.all(asked)
    expect(order.indexOf('Sul')).toBeLessThan(150)
  }
})

test('a request that only says it brings files waits like any other of its company', async () => {
  const { norte, sul } = office
  const order: string[] = []
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const asked = [...Array<typeof norte>(200).fill(norte), sul].map(async ({ name, staff }) => {
    expect((await staff.ana.client.call('GET', '/tickets?showAll=true', undefined, headers)).status).toBe(200)
    order.push(name)
  })
  await Promise.all(asked)
  expect(order.indexOf('Sul')).toBeLessThan(150)
})

test('a person has a few uploads under way, and the next begin with their end', async () => {
  const idle = await Promise.all(Array.from({ length: 4 }, () => stalled(1)))
  await isAnswered()
  const form = new FormData()
  form.append('medias', new File(['x'], 'a.txt'))
  let isOver = false
  const sent = office.norte.staff.ana.client.post(conversation(), form).finally(() => (isOver = true))
  expect((await office.norte.staff.admin.client.post(conversation(), form)).status).toBe(200)
  expect(isOver).toBe(false)
  for (const socket of idle) socket.destroy()
  expect((await sent).status).toBe(200)
}, 30_000)

describe('a client that sends more than any page does', () => {
  const joins = (count: number, id: number) => Array<string>(count).fill(`42["joinChatBox","${id}"]`)
  const polling = (query = '', init?: RequestInit) => fetch(`${url}/socket.io/?EIO=4&transport=polling&token=${token()}${query}`, init)

  test('costs one look at each ticket, is put off by no other, and is closed', async () => {
    const agent = await office.norte.staff.ana.client.socket()
    const looks = spyOn(tickets, 'load')
    for (let i = 0; i < 2_000; i++) agent.socket.emit('joinChatBox', String(office.norte.tickets.open.id))
    expect(await isAnswered()).toBe(true)
    await agent.closed()
    const ofSocket = looks.mock.calls.length
    looks.mockRestore()
    // One to join it, and one to say that it was looked at.
    expect(ofSocket).toBeLessThanOrEqual(2)
  })

  test('is closed when it polls, too', async () => {
    const { sid } = JSON.parse((await (await polling()).text()).slice(1)) as { sid: string }
    await polling(`&sid=${sid}`, { method: 'POST', body: '40' })
    await polling(`&sid=${sid}`, { method: 'POST', body: joins(2_000, office.norte.tickets.open.id).join('\x1e') })
    await until(async () => (await (await polling(`&sid=${sid}`)).text()).endsWith('1'))
    expect(await isAnswered()).toBe(true)
  })

  test('leaves those who come back to as much as a page may follow alone', async () => {
    const agent = await office.norte.staff.ana.client.socket()
    for (let round = 0; round < 2; round++)
      for (let i = 0; i < 200; i++) agent.socket.emit(round ? 'leaveChatBox' : 'joinChatBox', String(1_000_000 + i))
    await agent.settled()
    expect(agent.socket.connected).toBe(true)
    agent.close()
  })
})

test('lines of strangers are few for each network, and those with a session find room beside them', async () => {
  const begin = (query = '') => fetch(`${url}/socket.io/?EIO=4&transport=polling${query}`)
  const all = await Promise.all(Array.from({ length: 150 }, () => begin()))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(100)
  expect((await begin('&token=x')).status).toBe(503)
  expect((await begin(`&token=${token()}`)).status).toBe(200)
  const { sid } = JSON.parse((await all.find(({ status }) => status === 200)!.text()).slice(1)) as { sid: string }
  const auth = { method: 'POST', body: `40${JSON.stringify({ token: token() })}` }
  expect((await fetch(`${url}/socket.io/?EIO=4&transport=polling&sid=${sid}`, auth)).status).toBe(200)
  // Who said who it is makes room for the next.
  await until(async () => (await begin()).status === 200)
  expect((await begin()).status).toBe(503)
  // And the silent ones are gone soon.
  await until(async () => (await begin()).status === 200)
}, 180_000)

test('of one person so much is under way, and more is refused; a colleague is answered, and who was refused too, afterwards', async () => {
  const ask = () => office.product.app.request('/tags/list', { headers: { authorization: `Bearer ${token()}` } })
  const asked = Array.from({ length: PERSON_REQUESTS + 20 }, ask)
  const colleague = office.norte.staff.bia.client.get('/tags/list')
  const answers = await Promise.all(asked)
  const statuses = answers.map(({ status }) => status)
  expect([statuses.filter(status => status === 200).length, statuses.filter(status => status === 503).length]).toEqual([
    PERSON_REQUESTS,
    20,
  ])
  expect(await answers.find(({ status }) => status === 503)!.json()).toMatchObject({ code: 'ERR_BUSY' })
  expect((await colleague).status).toBe(200)
  expect((await ask()).status).toBe(200)
})

test('a colleague of somebody who asks hundreds of things at once waits for none of those that still wait', async () => {
  const { ana, bia } = office.norte.staff
  const answered: string[] = []
  const ask = ({ client, name }: typeof ana) => client.get('/tags/list').then(() => answered.push(name))
  await Promise.all([...Array.from({ length: 300 }, () => ask(ana)), ask(bia)])
  expect(answered.indexOf(bia.name)).toBeLessThan(150)
})

test('what was asked by somebody who hung up before their turn is not read; what they changed is changed all the same', async () => {
  const asked = (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token()}`, 'content-type': 'application/json' }
    return office.product.app.fetch(new Request(`${url}${path}`, { ...init, headers, signal: AbortSignal.abort() }))
  }
  expect((await asked('/tags/list')).status).toBe(499)
  expect((await asked('/tags', { method: 'POST', body: JSON.stringify({ name: 'Dita ao sair', color: '#33a340' }) })).status).toBe(200)
})

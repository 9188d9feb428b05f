import { expect, setSystemTime, test } from 'bun:test'
import { PERSON_BODIES } from '#kernel/http/limits'
import { testOffice } from '../office'

// A request is known by its head, and its body may come a long time after that: what happened meanwhile counts.

const office = await testOffice()
const { norte } = office
const { admin } = norte.staff

type Slow = { method?: string; token: string; type?: string; body: string }
/** Asks with a body whose bytes come after `meanwhile`, which runs once the server begins to read them. */
async function slowly(path: string, { method = 'POST', token, type = 'application/json', body }: Slow, meanwhile: () => Promise<unknown>) {
  const stream = new ReadableStream(
    {
      async pull(controller) {
        await meanwhile()
        controller.enqueue(new TextEncoder().encode(body))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  return office.product.app.fetch(new Request(`http://127.0.0.1${path}`, { method, headers, body: stream, duplex: 'half' } as RequestInit))
}
/** An administrator with a session of their own. */
async function another(name: string) {
  const login = { email: `${name}@norte.test`, password: 'uma frase curta' }
  const { id } = (await admin.client.post<{ id: number }>('/users', { name, ...login, profile: 'admin' })).body
  const { token } = (await admin.client.post<{ token: string }>('/auth/login', login)).body
  return { id, token }
}
const BOUNDARY = 'limite'
const form = (text: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="medias"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n${text}\r\n--${BOUNDARY}--\r\n`
const type = `multipart/form-data; boundary=${BOUNDARY}`

test.each(['POST', 'PUT'])(
  'an administrator who is one no more makes nobody one, themselves included, with a request that began before: %s',
  async method => {
    const { id, token } = await another(`rebaixado.${method.toLowerCase()}`)
    const demote = () => admin.client.put(`/users/${id}`, { profile: 'user' })
    const email = `fundos.${method.toLowerCase()}@norte.test`
    const body =
      method === 'POST' ? { name: 'Porta dos fundos', email, password: 'uma frase curta', profile: 'admin' } : { profile: 'admin' }
    expect(
      (await slowly(method === 'POST' ? '/users' : `/users/${id}`, { method, token, body: JSON.stringify(body) }, demote)).status,
    ).toBe(403)
    const { users } = (await admin.client.get<{ users: { id: number; email: string; profile: string }[] }>('/users')).body
    expect(users.some(user => user.email === email)).toBe(false)
    expect(users.find(user => user.id === id)?.profile).toBe('user')
  },
)

test('who is deleted while their file comes sends it to no customer', async () => {
  const { id, token } = await another('apagado')
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: id })
  const upload = { token, type, body: form('segredo') }
  const gone = () => admin.client.call('DELETE', `/users/${id}`)
  expect((await slowly(`/messages/${ticket.id}`, upload, gone)).status).toBe(403)
  expect((await admin.client.get<{ count: number }>(`/messages/${ticket.id}`)).body.count).toBe(0)
})

test('who lost the ticket while their file came sends it no more', async () => {
  const { ana } = norte.staff
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: ana.id })
  const upload = { token: ana.client.token, type, body: form('tarde demais') }
  const handOn = () => admin.client.put(`/tickets/${ticket.id}`, { userId: admin.id })
  expect((await slowly(`/messages/${ticket.id}`, upload, handOn)).status).toBe(403)
  expect((await admin.client.get<{ count: number }>(`/messages/${ticket.id}`)).body.count).toBe(0)
})

/** So many bodies of a person as may be read at once: all of them are being read, and wait for `end`. */
async function slowBodies(token: string) {
  const { promise: open, resolve } = Promise.withResolvers<void>()
  const { promise: full, resolve: isFull } = Promise.withResolvers<void>()
  let held = 0
  const hold = async () => {
    if (++held === PERSON_BODIES) isFull()
    await open
  }
  const slow = Array.from({ length: PERSON_BODIES }, () =>
    slowly('/tags', { token, body: JSON.stringify({ name: `Fila ${++made}`, color: '#33a340' }) }, hold),
  )
  await full
  return {
    async end() {
      resolve()
      return (await Promise.all(slow)).map(({ status }) => status)
    },
  }
}
let made = 0

test('the slow bodies of one person keep no colleague from their work, nor that person from reading', async () => {
  const { ana, bia } = norte.staff
  const { end } = await slowBodies(ana.client.token)
  expect((await bia.client.post('/tags', { name: 'Enquanto isso', color: '#33a340' })).status).toBe(200)
  expect((await ana.client.get('/tags')).status).toBe(200)
  expect(new Set(await end())).toEqual(new Set([200]))
})

test('what waits for its turn behind slow bodies does nothing any more once its administrator is none', async () => {
  const { id, token } = await another('na-fila')
  const { end } = await slowBodies(token)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ profile: 'admin' })
  const waiting = office.product.app.fetch(new Request(`http://127.0.0.1/users/${id}`, { method: 'PUT', headers, body }))
  // Who asks later, and waits for nothing, has been answered: by then it is known who asked for that.
  expect((await office.sul.staff.admin.client.get('/tags')).status).toBe(200)
  await office.store.client.execute({ sql: "update users set profile = 'user' where id = ?", args: [id] })
  norte.ctx.access.changed({ userId: id })
  expect(new Set(await end())).toEqual(new Set([403]))
  expect((await waiting).status).toBe(403)
  const { users } = (await admin.client.get<{ users: { id: number; profile: string }[] }>('/users')).body
  expect(users.find(user => user.id === id)?.profile).toBe('user')
})

test('who gains a right while a body comes is asked to send it again, and stays signed in', async () => {
  const { id, token } = await another('promovido')
  const gain = () => admin.client.put(`/users/${id}`, { queueIds: norte.queues.map(({ id }) => id) })
  const late = await slowly('/tags', { token, body: JSON.stringify({ name: 'Com fila', color: '#33a340' }) }, gain)
  expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([403, 'ERR_INVALID_TOKEN'])
})

test('a change that touches nothing of who asks keeps no request from its work', async () => {
  const { token } = await another('paciente')
  const change = () => admin.client.put(`/users/${norte.staff.bia.id}`, { name: 'Bia de outro nome' })
  const made = await slowly('/tags', { token, body: JSON.stringify({ name: 'Devagar', color: '#33a340' }) }, change)
  expect(made.status).toBe(200)
})

test('the time of a company that ends while a body comes has ended', async () => {
  const { token } = await another('atrasado')
  const days = 24 * 3600_000
  await office.store.client.execute({ sql: 'update companies set due_date = ? where id = ?', args: [Date.now() + 2 * days, norte.id] })
  try {
    const wait = async () => void setSystemTime(new Date(Date.now() + 30 * days))
    const late = await slowly('/tags', { token, body: JSON.stringify({ name: 'Tarde', color: '#33a340' }) }, wait)
    expect([401, 402, 403]).toContain(late.status)
  } finally {
    setSystemTime()
    await office.store.client.execute({ sql: 'update companies set due_date = null where id = ?', args: [norte.id] })
  }
})

test('the token of a connection that is replaced while a file comes sends nothing', async () => {
  const { id } = norte.connection
  const mine = await admin.client.put(`/whatsapp/${id}`, { token: 'um-token-bem-comprido-1' })
  expect(mine.status).toBe(200)
  const fields = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="number"\r\n\r\n5511987650000\r\n`
  const replace = () => admin.client.put(`/whatsapp/${id}`, { token: 'um-token-bem-comprido-2' })
  const sent = await slowly('/api/messages/send', { token: 'um-token-bem-comprido-1', type, body: fields + form('segredo') }, replace)
  expect(sent.status).toBe(401)
})

import { afterAll, afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import { type InStatement } from '@libsql/client'
import { Sqlite3Client } from '@libsql/client/sqlite3'
import { createHmac } from 'node:crypto'
import { customerOf, worldOf } from '../../flows/conversation/stories.fixture'
import { testOffice } from '../../../tests/office'
import { keepSecrets } from '../../../tests/secrets'
import { until } from '../../../tests/until'
import { deliveries } from './index'

const SECRET = 'canario-do-segredo-de-avisos'
keepSecrets('secret of a webhook', [SECRET])
type Told = { id: number; type: string; data: Record<string, Record<string, unknown>> }
const calls: { headers: Headers; body: string; told: Told }[] = []
let answer = () => new Response('ok')
const hook = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const body = await request.text()
    calls.push({ headers: request.headers, body, told: JSON.parse(body) as Told })
    return answer()
  },
})
afterAll(() => hook.stop(true))
const destination = `127.0.0.1:${hook.port}`
const office = await testOffice({ OUTBOUND_ALLOW: destination })
const { norte, sul } = office
const { client } = norte.staff.admin
const place = await worldOf(norte, { queues: [{ name: 'Avisos' }] })

type Row = { id: number; enabled: boolean; gaveUp: boolean; lastError: string | null; failingSince: string | null }
type Delivery = { id: number; eventId: number; type: string; state: string; attempts: number; outcome: string | null }
const given = { name: 'Nosso ERP', url: `http://${destination}/eventos`, secret: SECRET }
const { body: made, text } = await client.post<Row>('/event-webhooks', given)
const shown = async () => (await client.get<Row>(`/event-webhooks/${made.id}`)).body
const log = async () => (await client.get<{ deliveries: Delivery[] }>(`/event-webhooks/${made.id}/deliveries`)).body.deliveries
const settled = () => until(async () => (await log()).every(({ state }) => state !== 'waiting'))
const noted = (outcome: string) => until(async () => (await log()).some(one => one.outcome === outcome))
beforeEach(async () => {
  answer = () => new Response('ok')
  await client.put(`/event-webhooks/${made.id}`, { ...given, enabled: true })
  await settled()
  calls.length = 0
})
afterEach(() => void setSystemTime())

test('what happens is told in its order, signed, as it was then', async () => {
  expect(text).not.toContain(SECRET)
  const customer = customerOf(office, norte, place)
  await customer.says('Bom dia')
  const ticket = await customer.ticket()
  await client.put(`/tickets/${ticket.id}`, { status: 'open', userId: norte.staff.admin.id })
  await client.put(`/tickets/${ticket.id}`, { status: 'pending', userId: null, queueId: norte.queues[0].id })
  await client.put(`/tickets/${ticket.id}`, { status: 'closed' })
  await settled()
  expect(calls.map(({ told }) => told.type)).toEqual([
    'contact.created',
    'ticket.opened',
    'message.received',
    'ticket.transferred',
    'ticket.closed',
  ])
  expect(calls[2]!.told.data['message']).toMatchObject({ ticketId: ticket.id, text: 'Bom dia' })
  expect(calls[3]!.told.data).toMatchObject({ ticket: { queueId: norte.queues[0].id }, from: { userId: norte.staff.admin.id } })
  const [{ headers, body, told }] = calls as [(typeof calls)[number]]
  const [id, at] = [headers.get('webhook-id'), headers.get('webhook-timestamp')]
  expect(id).toBe(`evt_${told.id}`)
  expect(Math.abs(Date.now() / 1000 - Number(at))).toBeLessThan(60)
  expect(headers.get('webhook-signature')).toBe(`v1,${createHmac('sha256', SECRET).update(`${id}.${at}.${body}`).digest('base64')}`)
})

test('a webhook is told what it asks for, and one that is off nothing', async () => {
  await client.put(`/event-webhooks/${made.id}`, { tickets: false, messages: false })
  await customerOf(office, norte, place).says('Oi')
  await settled()
  expect(calls.map(({ told }) => told.type)).toEqual(['contact.created'])
  await client.put(`/event-webhooks/${made.id}`, { enabled: false })
  await customerOf(office, norte, place).says('Oi')
  expect((await log()).filter(({ eventId }) => eventId > calls[0]!.told.id)).toEqual([])
  await client.put(`/event-webhooks/${made.id}`, { tickets: true, messages: true })
})

test('a dead target is called once, rests whatever happens meanwhile, and is told everything in order when it is back', async () => {
  answer = () => new Response('down', { status: 503 })
  await norte.makeContact('Primeira')
  await noted('HTTP 503')
  await norte.makeContact('Segunda')
  const rested = await until(async () => {
    const rows = await log()
    return rows.filter(({ state }) => state === 'waiting').length === 2 && rows
  })
  expect(rested.map(({ attempts }) => attempts).slice(0, 2)).toEqual([0, 1])
  expect(await shown()).toMatchObject({ enabled: true, lastError: 'HTTP 503', failingSince: expect.any(String) })
  expect(calls).toHaveLength(1)
  answer = () => new Response('ok')
  setSystemTime(new Date(Date.now() + 6_000))
  office.product.jobs.runner.wake()
  await settled()
  expect(calls.map(({ told }) => told.data['contact']!['name'])).toEqual(['Primeira', 'Primeira', 'Segunda'])
  expect(new Set(calls.slice(0, 2).map(({ headers }) => headers.get('webhook-id'))).size).toBe(1)
  expect(await shown()).toMatchObject({ lastError: null, failingSince: null })
})

test('a pause that was begun by a clock that is put back is no pause: what happens is told', async () => {
  answer = () => new Response('down', { status: 503 })
  setSystemTime(new Date(Date.now() + 30 * 24 * 3600_000))
  await norte.makeContact('Adiantada')
  await until(async () => (await office.store.client.execute('select 1 from event_webhooks where last_error is not null')).rows.length)
  answer = () => new Response('ok')
  setSystemTime()
  await norte.makeContact('Certa')
  await settled()
  expect(await shown()).toMatchObject({ enabled: true, lastError: null })
})

test('a target that is dead for three days, or gone, is turned off with its reason, and told again by hand', async () => {
  answer = () => new Response('', { status: 410 })
  await norte.makeContact('Perdida')
  await until(async () => (await shown()).gaveUp)
  expect(await shown()).toMatchObject({ enabled: false, lastError: 'HTTP 410' })
  expect((await log())[0]).toMatchObject({ state: 'failed', outcome: 'HTTP 410' })
  answer = () => new Response('ok')
  await client.put(`/event-webhooks/${made.id}`, { enabled: true })
  expect((await client.post<object>(`/event-webhooks/${made.id}/replay`)).body).toEqual({ replayed: 1 })
  await settled()
  expect((await log())[0]).toMatchObject({ state: 'delivered', outcome: 'HTTP 200' })
  answer = () => new Response('', { status: 500 })
  await norte.makeContact('De novo')
  await noted('HTTP 500')
  const since = Date.now() - 3 * 24 * 3600_000 - 60_000
  await office.store.client.execute({
    sql: 'update event_webhooks set failing_since = ?, retry_at = null where id = ?',
    args: [since, made.id],
  })
  await norte.makeContact('Mais uma')
  await until(async () => (await shown()).gaveUp)
  expect((await shown()).enabled).toBe(false)
})

test('a private address is not called, and the log says so', async () => {
  await client.put(`/event-webhooks/${made.id}`, { url: 'http://169.254.169.254/latest' })
  await norte.makeContact()
  await noted('ERR_OUTBOUND_PRIVATE_ADDRESS')
  expect(calls).toEqual([])
})

test('who polls reads what happened after a cursor, and nobody else’s', async () => {
  type Page = { events: Told[]; after: number; hasMore: boolean }
  const read = async (query: string, from = client) => (await from.get<Page>(`/events?${query}`)).body
  await norte.makeContact('Um')
  await norte.makeContact('Dois')
  const all = await read('limit=500')
  expect(all.hasMore).toBe(false)
  const cursor = all.events.at(-3)!.id
  const first = await read(`after=${cursor}&limit=1`)
  expect([first.events.map(({ data }) => data['contact']!['name']), first.hasMore]).toEqual([['Um'], true])
  expect(await read(`after=${first.after}`)).toMatchObject({ events: [{ type: 'contact.created' }], hasMore: false })
  expect(await read(`after=${all.after}`)).toEqual({ events: [], after: all.after, hasMore: false })
  expect((await read('limit=500', sul.staff.admin.client)).events.filter(({ data }) => JSON.stringify(data).includes('Norte'))).toEqual([])
  expect((await client.get('/events?limit=0')).status).toBe(400)
  expect((await norte.staff.ana.client.get('/events')).status).toBe(403)
})

test('another company reads no log and tells nothing again', async () => {
  const { client: stranger } = sul.staff.admin
  for (const path of [`/event-webhooks/${made.id}/deliveries`, `/event-webhooks/${made.id}`])
    expect((await stranger.get(path)).status).toBe(404)
  expect((await stranger.post(`/event-webhooks/${made.id}/replay`)).status).toBe(404)
  const own = sul.rows['/event-webhooks']!.id
  const [foreign] = await log()
  expect((await stranger.post<object>(`/event-webhooks/${own}/replay?delivery=${foreign!.id}`)).body).toEqual({ replayed: 0 })
})

test.each([
  ['is no base64 and so no key at all', `whsec_${'!'.repeat(20)}`],
  ['is too short, among others', `${SECRET} abc`],
])('a secret that %s signs nothing', async (_, secret) => {
  expect(await client.post('/event-webhooks', { ...given, name: crypto.randomUUID(), secret })).toMatchObject({
    status: 400,
    body: { details: { secret: ['Use pelo menos 16 caracteres'] } },
  })
  const key = Buffer.from(SECRET).toString('base64')
  expect((await client.put(`/event-webhooks/${made.id}`, { secret: `whsec_${key} ${SECRET}` })).status).toBe(200)
})

/** Deliveries of a webhook of its own, which is off; as many as a busy shop has in a while. */
async function many(n: number, state: string) {
  const run = (statement: string) => office.store.client.execute(statement)
  const { body } = await client.post<Row>('/event-webhooks', { ...given, name: crypto.randomUUID(), enabled: false })
  const { rows } = await run(
    `insert into events (company_id, type, data, created_at) values (${norte.id}, 'message.sent', '{}', ${Date.now()}) returning id`,
  )
  await run(`insert into event_deliveries (company_id, webhook_id, event_id, state, created_at, updated_at)
    select ${norte.id}, ${body.id}, ${Number(rows[0]![0])}, '${state}', 0, 0 from generate_series(1, ${n})`)
  const count = async (where = '1') =>
    Number((await run(`select count(*) from event_deliveries where webhook_id = ${body.id} and ${where}`)).rows[0]![0])
  return { id: body.id, count, run }
}

test('a webhook that is deleted is gone at once, and its deliveries go in pieces', async () => {
  const { id, count, run } = await many(1_200, 'delivered')
  // All in one statement would hold everybody up.
  await run(`create trigger in_pieces before delete on event_webhooks
    when exists (select 1 from event_deliveries where webhook_id = old.id) begin select raise(abort, 'all at once'); end`)
  expect((await client.delete(`/event-webhooks/${id}`)).status).toBe(200)
  expect((await client.get(`/event-webhooks/${id}`)).status).toBe(404)
  await until(async () => !(await run(`select 1 from event_webhooks where id = ${id}`)).rows.length)
  expect(await count()).toBe(0)
  await run('drop trigger in_pieces')
})

test('what is told again is so much at once, and the rest for who asks again', async () => {
  const { id, count } = await many(5_010, 'failed')
  expect((await client.post<object>(`/event-webhooks/${id}/replay`)).body).toEqual({ replayed: 5_000 })
  // It is off: what was to be told again is given up, in pieces.
  await until(async () => !(await count("state = 'waiting'")))
  expect(await count("state = 'failed'")).toBe(5_010)
})

// The last one: a plan that was explained keeps the reader at what it saw.
test('what waits is found without reading all that was delivered', async () => {
  const statements: Exclude<InStatement, string>[] = []
  const reader = Sqlite3Client.prototype as unknown as { execute(statement: InStatement): Promise<unknown> }
  const { execute } = reader
  reader.execute = function (statement) {
    if (typeof statement !== 'string') statements.push(statement)
    return execute.call(this, statement)
  }
  await deliveries.next(norte.ctx, made.id)
  reader.execute = execute
  const { sql, args = [] } = statements.find(({ sql }) => sql.includes('event_deliveries'))!
  const { rows } = await office.store.client.execute({ sql: `explain query plan ${sql}`, args })
  expect(rows.map(row => String(row['detail']))).toContainEqual(expect.stringContaining('event_deliveries_open (webhook_id=? AND state=?'))
})

test('a company has a hundred at most, whatever another has', async () => {
  const made = (name: string) =>
    sul.staff.admin.client.post<{ code: string }>('/event-webhooks', { name, url: `http://${destination}`, secret: SECRET, enabled: false })
  let answer = await made('um')
  for (let i = 0; answer.status < 400 && i < 120; i++) answer = await made(`aviso ${i}`)
  expect(answer).toMatchObject({ status: 400, body: { code: 'ERR_EVENT_WEBHOOK_LIMIT', details: { limit: 100 } } })
})

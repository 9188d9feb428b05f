import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createClient } from '@libsql/client'
import { join } from 'node:path'
import { sendTo, tokenIn } from '../mail'
import { startSmtp, type Mail } from '../peers/smtp'
import { ADMIN, type Shown, type Ticket } from './client'
import { until } from '../until'
import { openConnected, type Connected } from './connected'

const SHOP = '5511940000001'
const PATIENCE_MS = 60_000
const HOUR = 3600_000

/** Where the robot stops and waits: after so many of its words, while a gate is closed. */
const gates = new Map<string, PromiseWithResolvers<void>>()
const reached = new Set<string>()
const gatekeeper = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 0,
  async fetch(request) {
    const step = new URL(request.url).searchParams.get('step')!
    reached.add(step)
    await gates.get(step)?.promise
    return new Response('on')
  },
})
/** What a webhook of the company is told, and what it waits for before it answers the first call. */
const told: { id: string | null; text: string }[] = []
const held = Promise.withResolvers<void>()
const listener = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 0,
  async fetch(request) {
    const { data } = (await request.json()) as { data: { message: { text: string } } }
    told.push({ id: request.headers.get('webhook-id'), text: data.message.text })
    if (told.length === 1) await held.promise
    return new Response('ok')
  },
})
const ROBOT = `import { object } from 'valibot'
export default { name: 'robot', version: '1', api: 1, settings: object({}), async reply(message, chat, settings, host) {
  const pass = step => host.fetch('http://127.0.0.1:${gatekeeper.port}/?step=' + encodeURIComponent(message.text + step))
  await pass(0)
  await chat.say(message.text + ' um')
  await pass(1)
  await chat.say(message.text + ' dois')
  await pass(2)
} }`

let shop: Connected
beforeAll(async () => {
  shop = await openConnected({ accounts: [SHOP], env: { OUTBOUND_ALLOW: `127.0.0.1:${gatekeeper.port},127.0.0.1:${listener.port}` } })
  await Bun.write(join(shop.folder, 'plugins/robot.js'), ROBOT)
  const plugins = () => shop.client.ask<{ name: string }[]>('/queueIntegration/plugins')
  await until(async () => (await plugins()).some(({ name }) => name === 'robot'), PATIENCE_MS, 'the robot is there')
  const { id } = await shop.client.post<{ id: number }>('/queueIntegration', { type: 'robot', name: 'Robô', settings: {} })
  await shop.client.put(`/whatsapp/${shop.connectionIds[0]}`, { integrationId: id })
}, 120_000)
afterAll(async () => {
  await shop.close()
  await Promise.all([gatekeeper.stop(true), listener.stop(true)])
})

let customers = 0
function customer() {
  const phone = `55219800${String(++customers).padStart(5, '0')}`
  shop.control.addPhone({ phone, name: `Cliente ${customers}` })
  return {
    phone,
    write: (text: string) => shop.control.send({ from: phone, to: SHOP, type: 'text', text }),
    /** What the phone shows of the company, in its order. */
    heard: () =>
      shop.control
        .transcript({ phone, chat: SHOP })
        .filter(entry => entry.from !== phone)
        .map(entry => entry.text),
    /** The newest of its number: tests before leave more tickets than a list of all should read. */
    ticket: () => until(() => shop.client.newestOf(phone), PATIENCE_MS, 'a ticket'),
  }
}
async function restart(signal: 'SIGKILL' | 'SIGTERM') {
  await shop.product.end(signal)
  await shop.product.start()
  await shop.connected()
}

/** Changes the database of a product that does not run. */
async function whileDead(work: (database: ReturnType<typeof createClient>) => Promise<unknown>) {
  await shop.product.end('SIGKILL')
  const database = createClient({ url: `file:${join(shop.folder, 'balcao.db')}` })
  await work(database)
  database.close()
  await shop.product.start()
  await shop.connected()
}

test.each((['SIGKILL', 'SIGTERM'] as const).flatMap(signal => [0, 1, 2].map(step => [signal, step] as const)))(
  '%s while the robot is at step %p: its turn is run again, and each of its words is said once, in order',
  async (signal, step) => {
    const text = `${signal} ${step}`
    gates.set(text + step, Promise.withResolvers())
    const { write, heard, ticket } = customer()
    await write(text)
    await until(() => reached.has(text + step), PATIENCE_MS, 'the robot is at its step')
    await write(`${text} e mais`)
    const ended = shop.product.end(signal)
    gates.get(text + step)!.resolve()
    gates.delete(text + step)
    await ended
    await shop.product.start()
    await shop.connected()
    const words = [text, `${text} e mais`].flatMap(said => [`${said} um`, `${said} dois`])
    await until(
      () => heard().length >= words.length,
      PATIENCE_MS,
      () => `all its words, of which came ${heard().join(', ')}`,
    )
    expect(heard()).toEqual(words)
    const { id } = await ticket()
    expect((await shop.client.ask<{ useIntegration: boolean }>(`/tickets/${id}`)).useIntegration).toBe(true)
  },
  150_000,
)

test('a turn that was killed as often as it may be leaves the conversation to a person', async () => {
  const text = 'sem sorte'
  gates.set(`${text}1`, Promise.withResolvers())
  const { write, heard, ticket } = customer()
  await write(text)
  for (let life = 0; life < 3; life++) {
    await until(() => reached.has(`${text}1`), PATIENCE_MS, 'the robot is at its step')
    // Before the next life, which may come there while this waits for its connection.
    reached.clear()
    await restart('SIGKILL')
  }
  const { id } = await ticket()
  const robot = async () => (await shop.client.ask<{ useIntegration: boolean }>(`/tickets/${id}`)).useIntegration
  await until(async () => !(await robot()), PATIENCE_MS, 'a person has it')
  await until(() => heard().length, PATIENCE_MS, 'its word')
  expect(heard()).toEqual([`${text} um`])
  gates.get(`${text}1`)!.resolve()
}, 150_000)

test('a file whose download was cut off by a kill is fetched by the next start', async () => {
  shop.control.holdMedia({ hold: true })
  const { phone, ticket } = customer()
  await shop.control.send({ from: phone, to: SHOP, type: 'image', caption: 'o poste' })
  const { id } = await ticket()
  const picture = async () => (await shop.client.messages(id)).find((message: Shown) => message.mediaType === 'image')
  expect((await until(picture, PATIENCE_MS, 'the message')).mediaUrl).toBeNull()
  await shop.product.end('SIGKILL')
  shop.control.holdMedia({ hold: false })
  await shop.product.start()
  const { mediaUrl } = await until(
    async () => {
      const message = await picture()
      return message?.mediaUrl ? message : undefined
    },
    PATIENCE_MS,
    'the file',
  )
  expect(await shop.client.hash(mediaUrl!)).toMatch(/^[0-9a-f]{12}$/)
}, 120_000)

test.each(['SIGKILL', 'SIGTERM'] as const)(
  '%s while the mail server has a mail and has not answered: it is sent again as the same mail, with the same token',
  async signal => {
    const smtp = await startSmtp()
    const seen: Mail[] = []
    const never = new Promise<string>(() => {})
    smtp.accept = mail => (seen.push(mail) > 1 ? '250 2.0.0 Ok' : never)
    await sendTo(smtp, (path, body) => shop.client.put(path, body))
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: ADMIN.email }) }
    expect((await fetch(`${shop.product.url()}/forgetpassword`, init)).status).toBe(200)
    await until(() => seen.length, PATIENCE_MS, 'the mail')
    await restart(signal)
    await until(() => smtp.mails.length, PATIENCE_MS, 'the mail again')
    const [first, second] = seen.map(mail => ({ id: mail.headers['message-id'], token: tokenIn(mail) }))
    expect(second).toEqual(first!)
    await smtp.close()
    await shop.client.put('/settings/smtpHost', { value: '' })
  },
  150_000,
)

test('what should have closed while nothing ran closes with the next start, once', async () => {
  const { phone, write, heard, ticket } = customer()
  await write('tchau')
  const { id } = await ticket()
  await shop.client.put(`/tickets/${id}`, { status: 'open', userId: shop.client.user.id })
  await shop.client.post(`/messages/${id}`, { body: 'até logo', clientId: 'ate-logo-1' })
  await until(() => heard().includes('até logo'), PATIENCE_MS, 'the answer')
  await shop.client.put(`/whatsapp/${shop.connectionIds[0]}`, { expiresTicket: 2, expiresInactiveMessage: 'Encerrado.' })
  await whileDead(async database => {
    await database.execute({ sql: 'update tickets set updated_at = updated_at - ? where id = ?', args: [3 * HOUR, id] })
    await database.execute({ sql: "update jobs set due_at = due_at - ? where kind = 'auto-close'", args: [3 * HOUR] })
  })
  await until(async () => (await shop.client.ask<Ticket>(`/tickets/${id}`)).status === 'closed', PATIENCE_MS, 'it is closed')
  await until(() => heard().includes('Encerrado.'), PATIENCE_MS, 'the farewell')
  await restart('SIGKILL')
  expect(shop.control.transcript({ phone, chat: SHOP }).filter(entry => entry.text === 'Encerrado.')).toHaveLength(1)
}, 120_000)

test('what was planned for a time at which nothing ran goes out with the next start, and a kill while it does sends nothing twice', async () => {
  const { write, heard, ticket } = customer()
  await write('me lembre')
  const { id: ticketId } = await ticket()
  const { contactId } = await shop.client.ask<{ contactId: number }>(`/tickets/${ticketId}`)
  const plan = (body: string, sendAt: Date, recurrence = 'none') =>
    shop.client.post<{ id: number }>('/schedules', { body, contactId, sendAt, recurrence, whatsappId: shop.connectionIds[0] })
  type Planned = { body: string; status: string }
  const planned = async () => (await shop.client.ask<{ schedules: Planned[] }>(`/schedules?contactId=${contactId}`)).schedules
  const { id } = await plan('enquanto dormia', new Date(Date.now() + 24 * HOUR))
  await whileDead(async database => {
    await database.execute({ sql: 'update schedules set send_at = send_at - ? where id = ?', args: [25 * HOUR, id] })
    await database.execute({ sql: "update jobs set due_at = due_at - ? where kind = 'schedule'", args: [25 * HOUR] })
  })
  await until(() => heard().includes('enquanto dormia'), PATIENCE_MS, 'it goes out late')
  for (let round = 0; round < 3; round++) {
    await plan(`lembrete ${round}`, new Date(), 'daily')
    await restart('SIGKILL')
  }
  const words = ['enquanto dormia', 'lembrete 0', 'lembrete 1', 'lembrete 2']
  await until(
    async () => (await planned()).filter(({ status }) => status === 'ENVIADA').length === words.length,
    PATIENCE_MS,
    'all are sent',
  )
  // The robot has answered what the customer wrote.
  expect(
    heard()
      .filter(text => !text?.startsWith('me lembre'))
      .toSorted(),
  ).toEqual(words)
  expect((await planned()).flatMap(({ body, status }) => (status === 'PENDENTE' ? body : [])).toSorted()).toEqual(words.slice(1))
}, 150_000)

test('a contact with much history is gone at once, and its rows too although the process is killed meanwhile', async () => {
  const { phone, write, ticket } = customer()
  await write('muito a dizer')
  const { id } = await ticket()
  await whileDead(database =>
    database.execute({
      sql: `insert into messages (uid, company_id, ticket_id, chat_id, contact_id, connection_id, wid, body, from_me, media_type, status, created_at, updated_at)
        select 'h' || value, m.company_id, m.ticket_id, m.chat_id, m.contact_id, m.connection_id, 'h' || value, 'palavra ' || value, 0, 'conversation', 'received', 0, 0
        from generate_series(1, 20000) join messages m on m.ticket_id = ?`,
      args: [id],
    }),
  )
  const { contactId } = await shop.client.ask<{ contactId: number }>(`/tickets/${id}`)
  await shop.client.ask(`/contacts/${contactId}`, { method: 'DELETE' })
  expect((await shop.client.tickets()).some(one => one.id === id)).toBe(false)
  await write('sou eu de novo')
  const again = await ticket()
  expect(again.id).not.toBe(id)
  let before = 0
  await whileDead(async database => {
    const count = await database.execute({ sql: 'select count(*) from messages where ticket_id = ?', args: [id] })
    before = Number(count.rows[0]![0])
  })
  expect(before).toBeGreaterThan(0)
  const left = () => fetch(`${shop.product.url()}/metrics`).then(answer => answer.text())
  await until(async () => !/jobs_waiting\{kind="purge"\}/.test(await left()), PATIENCE_MS, 'nothing is left to do')
  await until(
    async () => {
      const database = createClient({ url: `file:${join(shop.folder, 'balcao.db')}` })
      const { rows } = await database.execute({
        sql: 'select (select count(*) from messages where ticket_id = ?1) + (select count(*) from contacts where id = ?2)',
        args: [id, contactId],
      })
      database.close()
      return Number(rows[0]![0]) === 0
    },
    PATIENCE_MS,
    'all rows are gone',
  )
  expect((await shop.client.messages(again.id)).map(message => message.body).at(0)).toBe('sou eu de novo')
  expect(phone).toBe(again.contact.number)
}, 150_000)

/** What tickets name, how one is made, and the tickets of it that have not ended: they go on, in no queue and with nobody. */
const NAMED = [
  { what: 'queue', path: '/queue', table: 'queues', body: { name: 'Que vai', color: '#102030' }, active: 'pending' },
  {
    what: 'user',
    path: '/users',
    table: 'users',
    body: { name: 'Quem vai', email: 'vai@loja.com', password: 'fita-verde' },
    active: 'open',
  },
  { what: 'tag', path: '/tags', table: 'tags', body: { name: 'Que vai' }, active: null },
]

test.each(NAMED.map(one => [one.what, one] as const))(
  'a deleted %s is gone at once, and off all its tickets although the process is killed meanwhile',
  async (what, { path, table, body, active }) => {
    const { id } = await shop.client.post<{ id: number }>(path, body)
    const [MANY, ACTIVE] = [20_000, 400]
    const of = (kind: string) => (kind === what ? id : null)
    const named = active ? `tickets where ${what}_id = ${id}` : `ticket_tags where tag_id = ${id}`
    await whileDead(async database => {
      const company = '(select company_id from connections limit 1)'
      const { rows } = await database.execute('select max(id) from contacts')
      const first = Number(rows[0]![0])
      await database.execute(`insert into contacts (id, company_id, name, created_at, updated_at)
        select ${first} + value, ${company}, 'Cliente', 0, 0 from generate_series(1, ${MANY})`)
      const insert = (status: string, many: number) =>
        database.execute(`insert into tickets (uuid, company_id, contact_id, status, queue_id, user_id, created_at, updated_at)
          select '${what} ${status} ' || value, ${company}, ${first} + value, '${status}', ${of('queue')}, ${of('user')}, 7, 7
          from generate_series(1, ${many})`)
      await insert('closed', MANY)
      if (active) await insert(active, ACTIVE)
      else
        await database.execute(
          `insert into ticket_tags (ticket_id, tag_id, created_at, updated_at) select id, ${id}, 0, 0 from tickets where uuid like '${what} %'`,
        )
    })
    await shop.client.ask(`${path}/${id}`, { method: 'DELETE' })
    const count = async (database: ReturnType<typeof createClient>, where: string) =>
      Number((await database.execute(`select count(*) from ${where}`)).rows[0]![0])
    let before = 0
    await whileDead(async database => void (before = await count(database, named)))
    expect(before).toBeGreaterThan(0)
    const database = createClient({ url: `file:${join(shop.folder, 'balcao.db')}` })
    await until(async () => (await count(database, `${table} where id = ${id}`)) === 0, PATIENCE_MS, 'the row is gone')
    expect(await count(database, named)).toBe(0)
    const ofThem = `tickets where uuid like '${what} %' and queue_id is null and user_id is null`
    expect(await count(database, `${ofThem} and status = 'closed' and updated_at = 7`)).toBe(MANY)
    expect(await count(database, `${ofThem} and status = 'pending'`)).toBe(active ? ACTIVE : 0)
    database.close()
  },
  150_000,
)

test('what happened is told to a webhook although the process is killed while it listens, under one id, in its order', async () => {
  const url = `http://127.0.0.1:${listener.port}/`
  const switches = { tickets: false, contacts: false, ratings: false, messages: true }
  const { id } = await shop.client.post<{ id: number }>('/event-webhooks', {
    name: 'ERP',
    url,
    secret: 'canario-de-avisos-do-erp',
    ...switches,
  })
  const { write, ticket } = customer()
  await write('aviso um')
  await ticket()
  await until(() => told.length === 1, PATIENCE_MS, 'the first call')
  await write('aviso dois')
  const texts = () => told.map(({ text }) => text).filter(text => text === 'aviso um' || text === 'aviso dois')
  await restart('SIGKILL')
  held.resolve()
  await until(() => texts().includes('aviso dois'), PATIENCE_MS, 'the second event')
  expect(texts()).toEqual(['aviso um', 'aviso um', 'aviso dois'])
  expect(told[1]).toEqual(told[0]!)
  await shop.client.ask(`/event-webhooks/${id}`, { method: 'DELETE' })
}, 120_000)

test('a ticket whose time came while nothing ran is back with the next start', async () => {
  const { write, ticket } = customer()
  await write('depois eu volto')
  const { id } = await ticket()
  await shop.client.put(`/tickets/${id}/snooze`, { until: new Date(Date.now() + HOUR).toISOString() })
  await whileDead(async database => {
    await database.execute({ sql: 'update tickets set snoozed_until = snoozed_until - ? where id = ?', args: [2 * HOUR, id] })
    await database.execute({ sql: "update jobs set due_at = due_at - ? where kind = 'snooze'", args: [2 * HOUR] })
  })
  const back = () => shop.client.ask<{ returnedBy: string | null; snoozedAt: string | null }>(`/tickets/${id}`)
  await until(async () => (await back()).snoozedAt === null, PATIENCE_MS, 'it is awake')
  expect((await back()).returnedBy).toBe('due')
}, 120_000)

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { PASSWORD, until } from '../../tests/factories'
import { testOffice } from '../../tests/office'
import { clientOf, type Client, type Heard } from '../../tests/client'

/** More than one batch of what is told, and more than one of what is not. */
const ACTIVE = 120
const CLOSED = 1_200
const BATCH = 200

const office = await testOffice()
const { norte, sul } = office

type Named = { id: number; name: string }
type Shown = {
  id: number
  status: string
  queueId: number | null
  userId: number | null
  queue: Named | null
  user: Named | null
  tags: Named[]
}
type Page = { tickets: Shown[]; count: number }
const admin = () => norte.staff.admin.client
const run = (statement: string) => office.store.client.execute(statement)
const count = async (where: string) => Number((await run(`select count(*) as n from ${where}`)).rows[0]!.n)
const page = async (client: Client, query: string) => (await client.get<Page>(`/tickets?${query}`)).body
const ticket = async (client: Client, id: number) => (await client.get<Shown>(`/tickets/${id}`)).body

let made = 0
const newQueue = async () =>
  (await admin().post<Named>('/queue', { name: `Fila ${++made}`, color: `#bb${String(made).padStart(4, '0')}` })).body
const newTag = async () => (await admin().post<Named>('/tags', { name: `Etiqueta ${++made}` })).body
const person = (more: object = {}) => ({ name: 'Quem vai', email: `vai${++made}@norte.com`, password: PASSWORD, profile: 'user', ...more })
const newUser = async (more?: object) => (await admin().post<Named & { email: string }>('/users', person(more))).body

/** Many tickets at once, and their ids. */
async function many(
  n: number,
  { status, queueId = null, userId = null }: { status: string; queueId?: number | null; userId?: number | null },
) {
  const first = Number((await run('select max(id) + 1 as id from tickets')).rows[0]!.id)
  const contact = Number((await run('select max(id) + 1 as id from contacts')).rows[0]!.id)
  await run(`insert into contacts (id, company_id, name, created_at, updated_at)
    select ${contact} + value, ${norte.id}, 'Muitos ' || value, 0, 0 from generate_series(0, ${n - 1})`)
  await run(`insert into tickets (id, uuid, company_id, contact_id, whatsapp_id, status, queue_id, user_id, created_at, updated_at)
    select ${first} + value, 'many ' || (${first} + value), ${norte.id}, ${contact} + value, ${norte.connection.id}, '${status}', ${queueId}, ${userId}, 7, 7
    from generate_series(0, ${n - 1})`)
  return Array.from({ length: n }, (_, i) => first + i)
}

const purged = () => until(async () => (await count("jobs where kind = 'purge'")) === 0)
/** What a socket heard of tickets, by what happened to them. */
const told = (heard: Heard[], action: string) =>
  heard.flatMap(({ event, payload }) => (event.endsWith('-ticket') && payload?.action === action ? [payload.ticketId as number] : []))
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)

describe('a deleted queue', () => {
  test('takes what waits in it out of the lists of who held it, into those of who sees tickets without a queue', async () => {
    const queue = await newQueue()
    const { rui, leo } = norte.staff
    await admin().put(`/users/${rui.id}`, { queueIds: [queue.id] })
    const ids = await many(ACTIVE, { status: 'pending', queueId: queue.id })
    expect((await page(rui.client, 'status=pending')).count).toBe(ACTIVE)
    const sockets = await Promise.all([rui, leo, norte.staff.admin].map(one => one.client.socket(['joinTickets', 'pending'])))
    const [holder, free, boss] = sockets as [(typeof sockets)[0], (typeof sockets)[0], (typeof sockets)[0]]
    const stranger = await sul.staff.admin.client.socket(['joinTickets', 'pending'])

    expect((await admin().delete(`/queue/${queue.id}`)).status).toBe(200)
    await purged()
    expect((await page(rui.client, 'status=pending')).count).toBe(0)
    expect((await rui.client.get(`/tickets/${ids[0]}`)).status).toBe(403)
    expect(sorted(told(await holder.settled(), 'delete'))).toEqual(ids)
    expect(told(holder.heard, 'update')).toEqual([])
    expect(sorted(told(await free.settled(), 'update'))).toEqual(ids)
    expect(sorted(told(await boss.settled(), 'delete'))).toEqual(ids)
    expect(sorted(told(boss.heard, 'update'))).toEqual(ids)
    expect(told(await stranger.settled(), 'delete')).toEqual([])
    expect(await ticket(leo.client, ids.at(-1)!)).toMatchObject({ status: 'pending', queueId: null, queue: null })
    for (const socket of [...sockets, stranger]) socket.close()
  }, 30_000)

  test('leaves what somebody has open with that person, who hears of it', async () => {
    const queue = await newQueue()
    const { rui } = norte.staff
    await admin().put(`/users/${rui.id}`, { queueIds: [queue.id] })
    const [id] = await many(1, { status: 'open', queueId: queue.id, userId: rui.id })
    const socket = await rui.client.socket(['joinTickets', 'open'], ['joinChatBox', String(id)])
    await admin().delete(`/queue/${queue.id}`)
    const { payload } = await socket.next(`company-${norte.id}-ticket`, one => one.action === 'update' && one.ticketId === id)
    expect(payload.ticket).toMatchObject({ status: 'open', userId: rui.id, queueId: null })
    expect((await page(rui.client, 'status=open')).tickets.map(one => one.id)).toEqual([id!])
    expect((await rui.client.post(`/messages/${id}`, { body: 'sigo aqui' })).status).toBe(200)
    socket.close()
    await purged()
  })

  test('or person leaves more than one batch of tickets, and each is told', async () => {
    const { ana, supervisor } = norte.staff
    const user = await newUser({ queueIds: [norte.queues[0].id] })
    const ids = await many(ACTIVE, { status: 'open', queueId: norte.queues[0].id, userId: user.id })
    const agent = await ana.client.socket(['joinTickets', 'pending'])
    const leader = await supervisor.client.socket(['joinTickets', 'open'])
    await admin().delete(`/users/${user.id}`)
    await purged()
    expect(sorted(told(await agent.settled(), 'update'))).toEqual(ids)
    expect(sorted(told(await leader.settled(), 'delete'))).toEqual(ids)
    expect(await ticket(ana.client, ids.at(-1)!)).toMatchObject({ status: 'pending', userId: null, user: null })
    for (const socket of [agent, leader]) socket.close()
  }, 30_000)

  test('that is taken from a person gives back what they had open in it, each told, and nothing of their other queues', async () => {
    const { rui, bia } = norte.staff
    const [kept, taken] = norte.queues
    await admin().put(`/users/${rui.id}`, { queueIds: [kept.id, taken.id] })
    const own = await many(1, { status: 'open', queueId: kept.id, userId: rui.id })
    const ids = await many(ACTIVE, { status: 'open', queueId: taken.id, userId: rui.id })
    const socket = await rui.client.socket(['joinTickets', 'open'])
    await admin().put(`/users/${rui.id}`, { queueIds: [kept.id] })
    await purged()
    expect(sorted(told(await socket.settled(), 'delete'))).toEqual(ids)
    expect(await ticket(rui.client, own[0]!)).toMatchObject({ status: 'open', userId: rui.id })
    for (const id of [ids[0]!, ids.at(-1)!]) expect(await ticket(bia.client, id)).toMatchObject({ status: 'pending', userId: null })
    socket.close()
  }, 30_000)

  test('of another company stays as it is', async () => {
    const [own] = sul.queues
    expect((await admin().delete(`/queue/${own.id}`)).status).toBe(404)
    expect((await admin().delete(`/tags/${sul.tag.id}`)).status).toBe(404)
    expect((await admin().delete(`/users/${sul.staff.rui.id}`)).status).toBe(404)
    expect(await ticket(sul.staff.admin.client, sul.tickets.pending.id)).toMatchObject({ queue: { id: own.id } })
    expect(await count("jobs where kind = 'purge'")).toBe(0)
  })
})

describe('while the rows still go', () => {
  beforeEach(() => office.product.jobs.runner.stop())
  afterEach(async () => {
    office.product.jobs.runner.start()
    await purged()
  })

  test('a deleted queue is no queue: not in a list, not on a ticket, not in a filter, not in a right', async () => {
    const queue = await newQueue()
    const { rui, leo } = norte.staff
    await admin().put(`/users/${rui.id}`, { queueIds: [queue.id] })
    await admin().put(`/whatsapp/${norte.connection.id}`, { queueIds: [queue.id] })
    const closed = await many(CLOSED, { status: 'closed', queueId: queue.id, userId: rui.id })
    const waiting = await many(ACTIVE, { status: 'pending', queueId: queue.id })
    const [mine] = await many(1, { status: 'open', queueId: queue.id, userId: rui.id })
    await norte.makeMessage({ id: mine!, contactId: norte.tickets.open.contactId }, { queueId: queue.id, contactId: null, fromMe: true })
    await admin().delete(`/queue/${queue.id}`)
    expect(await count(`tickets where queue_id = ${queue.id}`)).toBeGreaterThan(CLOSED)

    expect((await admin().get<Named[]>('/queue')).body.map(one => one.id)).not.toContain(queue.id)
    expect((await admin().get(`/queue/${queue.id}`)).status).toBe(404)
    expect((await admin().get<{ queues: Named[] }>(`/users/${rui.id}`)).body.queues).toEqual([])
    expect((await admin().get<{ queues: Named[] }>(`/whatsapp/${norte.connection.id}`)).body.queues).toEqual([])
    expect((await admin().put(`/tickets/${norte.tickets.pending.id}`, { queueId: queue.id })).status).toBe(404)
    expect((await admin().post<Named>('/queue', { name: queue.name, color: '#00aabb' })).status).toBe(200)

    for (const id of [closed[0]!, waiting.at(-1)!, mine!]) expect(await ticket(admin(), id)).toMatchObject({ queueId: null, queue: null })
    const { body } = await admin().get<{ messages: { queue: Named | null }[] }>(`/messages/${mine}`)
    expect(body.messages.map(one => one.queue)).toEqual([null])
    const within = await page(admin(), `status=closed&queueIds=[${norte.queues[0].id}]`)
    expect(within.tickets.every(one => one.queue === null || one.queue.id === norte.queues[0].id)).toBe(true)
    expect(within.count).toBeGreaterThanOrEqual(CLOSED)
    expect((await page(admin(), `status=closed&exceptQueueIds=[${queue.id}]`)).count).toBeGreaterThanOrEqual(CLOSED)

    expect((await rui.client.get(`/tickets/${waiting.at(-1)}`)).status).toBe(403)
    expect((await page(rui.client, 'status=pending')).count).toBe(0)
    for (const id of [closed[0], mine]) expect((await rui.client.get(`/tickets/${id}`)).status).toBe(200)
    expect((await leo.client.get(`/tickets/${waiting.at(-1)}`)).status).toBe(200)
    expect((await page(leo.client, 'status=pending')).count).toBeGreaterThanOrEqual(ACTIVE)
  }, 30_000)

  test('a customer of a deleted queue writes on, and whoever accepts has the ticket', async () => {
    const queue = await newQueue()
    await many(ACTIVE, { status: 'pending', queueId: queue.id })
    const from = { pn: '5511970001234', name: 'Célia' }
    await office.receive(norte, { from, text: 'antes' })
    const { id } = (await page(admin(), 'searchParam=5511970001234')).tickets[0]!
    await admin().put(`/tickets/${id}`, { queueId: queue.id })
    // The last in every order, so that no first batch has it.
    await run(`update tickets set waiting_since = null where id = ${id}`)
    await admin().delete(`/queue/${queue.id}`)
    expect(await count(`tickets where id = ${id} and queue_id = ${queue.id}`)).toBe(1)
    const socket = await norte.staff.leo.client.socket(['joinTickets', 'pending'])
    await office.receive(norte, { from, text: 'depois' })
    await socket.next(`company-${norte.id}-ticket`, one => one.action === 'update' && one.ticketId === id)
    const accepted = await norte.staff.leo.client.put(`/tickets/${id}`, { status: 'open', userId: norte.staff.leo.id })
    expect(accepted).toMatchObject({ status: 200, body: { status: 'open', userId: norte.staff.leo.id, queueId: null } })
    socket.close()
  }, 30_000)

  test('a deleted person is nobody: signed out, on no ticket, in no list, and the address is free', async () => {
    const [sales] = norte.queues
    const user = await newUser({ queueIds: [sales.id], profile: 'supervisor' })
    const { body: session } = await admin().post<{ token: string }>('/auth/login', { email: user.email, password: PASSWORD })
    const own = clientOf(office.product, session.token, '')
    expect((await own.get('/tickets')).status).toBe(200)
    const closed = await many(CLOSED, { status: 'closed', queueId: sales.id, userId: user.id })
    const open = await many(ACTIVE, { status: 'open', queueId: sales.id, userId: user.id })
    await run(`insert into quick_messages (company_id, user_id, shortcode, message, geral, created_at, updated_at)
      select ${norte.id}, ${user.id}, 'vai' || value, 'de quem vai', 1, 0, 0 from generate_series(1, 3)`)
    const phrases = async () => (await norte.staff.ana.client.get<{ count: number }>('/quick-messages?searchParam=vai')).body.count
    expect(await phrases()).toBe(3)
    expect((await admin().delete(`/users/${user.id}`)).status).toBe(200)
    expect(await count(`tickets where user_id = ${user.id}`)).toBeGreaterThan(CLOSED)

    expect((await own.get('/tickets')).status).toBe(403)
    expect((await admin().post('/auth/login', { email: user.email, password: PASSWORD })).status).toBe(401)
    expect((await admin().get(`/users/${user.id}`)).status).toBe(404)
    expect((await admin().get<Named[]>('/users/list')).body.map(one => one.id)).not.toContain(user.id)
    expect((await admin().post('/users', person({ email: user.email }))).status).toBe(200)
    for (const id of [closed[0]!, open.at(-1)!]) expect(await ticket(admin(), id)).toMatchObject({ userId: null, user: null })
    expect((await page(admin(), `status=closed&users=[${user.id}]`)).count).toBe(0)
    expect(await phrases()).toBe(0)
    const { ana } = norte.staff
    expect(await ana.client.put(`/tickets/${open.at(-1)}`, { status: 'open', userId: ana.id })).toMatchObject({ status: 200 })
    expect((await admin().put(`/tickets/${norte.tickets.support.id}`, { userId: user.id })).status).toBe(404)
  }, 30_000)

  test('a deleted tag is on no ticket, in no filter and not on the board', async () => {
    const tag = await newTag()
    await admin().put(`/tags/${tag.id}`, { kanban: 1 })
    const { open } = norte.tickets
    await admin().post('/tags/sync', { ticketId: open.id, tags: [{ id: tag.id }, { id: norte.tag.id }] })
    expect((await page(admin(), `showAll=true&tags=[${tag.id}]`)).count).toBe(1)
    expect((await admin().delete(`/tags/${tag.id}`)).status).toBe(200)
    expect(await count(`ticket_tags where tag_id = ${tag.id}`)).toBe(1)

    expect((await ticket(admin(), open.id)).tags.map(one => one.id)).toEqual([norte.tag.id])
    expect((await page(admin(), `showAll=true&tags=[${tag.id}]`)).count).toBe(0)
    expect((await page(admin(), `showAll=true&tags=[${norte.tag.id}]`)).count).toBe(1)
    expect((await admin().get<{ lista: Named[] }>('/tags/kanban')).body.lista.map(one => one.id)).not.toContain(tag.id)
    expect((await admin().get(`/tags/${tag.id}`)).status).toBe(404)
    expect((await admin().put(`/ticket-tags/${open.id}/${tag.id}`)).status).toBe(404)
    expect((await admin().post('/tags', { name: tag.name })).status).toBe(200)
  })
})

test('whoever comes after a person or a company that is gone has another number, and so none of what these said', async () => {
  const user = await newUser()
  await norte.makeMessage(norte.tickets.open, { fromMe: true, userId: user.id })
  expect((await admin().delete(`/users/${user.id}`)).status).toBe(200)
  await until(async () => !(await count(`users where id = ${user.id}`)))
  expect((await newUser()).id).toBeGreaterThan(user.id)
  const company = await office.company('Leste')
  expect((await admin().delete(`/companies/${company.id}`)).status).toBe(200)
  await until(async () => !(await count(`companies where id = ${company.id}`)))
  const next = await office.company('Oeste')
  expect(next.id).toBeGreaterThan(company.id)
  expect(next.staff.admin.id).toBeGreaterThan(company.staff.rui.id)
})

test('what a deleted connection had not sent has failed, and says so', async () => {
  const { body: line } = await admin().post<Named>('/whatsapp', { name: 'Sem linha', sandbox: true })
  const { id } = await norte.makeTicket({ whatsappId: line.id, status: 'open', userId: norte.staff.admin.id })
  await admin().post(`/messages/${id}`, { body: 'Já volto' })
  const last = async () =>
    (await admin().get<{ messages: { status: string; failReason: string | null }[] }>(`/messages/${id}`)).body.messages.at(-1)!
  expect(await last()).toMatchObject({ status: 'queued' })
  await admin().delete(`/whatsapp/${line.id}`)
  await purged()
  expect(await last()).toMatchObject({ status: 'failed', failReason: 'connection_gone' })
})

describe('no transaction of a deletion writes more than a batch', () => {
  /** Rows that each transaction changed, with those that foreign keys changed for it. */
  const writes: number[] = []
  const { promise: unset, resolve } = Promise.withResolvers<() => void>()
  beforeAll(() => {
    const { store } = office
    const write = store.write
    store.write = (db, work) =>
      write(db, async db => {
        // What is noted for rows that are kept in memory is no row of the database.
        const noted = async () =>
          (await db.all(sql`select 1 from sqlite_temp_master where name = 'changed_rows'`)).length
            ? (await db.all<{ n: number }>(sql`select count(*) as n from changed_rows`))[0]!.n
            : 0
        const changed = async () => (await db.all<{ n: number }>(sql`select total_changes() as n`))[0]!.n - (await noted())
        const before = await changed()
        const result = await work(db)
        writes.push((await changed()) - before)
        return result
      })
    resolve(() => (store.write = write))
  })
  afterAll(async () => (await unset)())

  const linked = async () => {
    const tag = await newTag()
    const ids = await many(CLOSED, { status: 'closed' })
    await run(`insert into ticket_tags (ticket_id, tag_id, created_at, updated_at)
      select value, ${tag.id}, 0, 0 from generate_series(${ids[0]}, ${ids.at(-1)})`)
    return { path: `/tags/${tag.id}`, gone: `tags where id = ${tag.id}`, ids }
  }
  const queued = async () => {
    const queue = await newQueue()
    await many(ACTIVE, { status: 'pending', queueId: queue.id })
    const ids = await many(CLOSED, { status: 'closed', queueId: queue.id })
    return { path: `/queue/${queue.id}`, gone: `queues where id = ${queue.id}`, ids }
  }
  const owned = async () => {
    const user = await newUser()
    await many(ACTIVE, { status: 'open', userId: user.id })
    const ids = await many(CLOSED, { status: 'closed', userId: user.id })
    await run(`insert into quick_messages (company_id, user_id, shortcode, message, geral, created_at, updated_at)
      select ${norte.id}, ${user.id}, 'lote' || value, 'frase', 0, 0, 0 from generate_series(1, ${CLOSED})`)
    await run(`insert into sessions (id, user_id, token_version, refresh_hash, rotated_at, expires_at, created_at, updated_at)
      select 'lote ' || ${user.id} || ' ' || value, ${user.id}, 0, '', 0, 9e15, 0, 0 from generate_series(1, ${CLOSED})`)
    return { path: `/users/${user.id}`, gone: `users where id = ${user.id}`, ids }
  }

  test.each([
    ['a tag', linked],
    ['a queue', queued],
    ['a user', owned],
  ] as const)(
    '%s',
    async (_, make) => {
      const { path, gone, ids } = await make()
      writes.length = 0
      expect((await admin().delete(path)).status).toBe(200)
      await purged()
      // The row itself, its job and what is kept of the company's trash are written with the first batch.
      expect(Math.max(...writes)).toBeLessThanOrEqual(BATCH)
      expect(writes.filter(n => n > BATCH / 2).length).toBeGreaterThan(1)
      expect(await count(gone)).toBe(0)
      expect(await count(`tickets where id between ${ids[0]} and ${ids.at(-1)} and updated_at = 7`)).toBe(CLOSED)
    },
    30_000,
  )
})

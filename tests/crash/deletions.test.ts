import type { Client } from '@libsql/client'
import { expect, test } from 'bun:test'
import { until } from '../until'
import { installed, PATIENCE_MS } from './installation'

const house = await installed('5511940000004')
const { customer, inDatabase, sql, whileDead } = house
const count = async (database: Client, where: string) => Number((await database.execute(`select count(*) from ${where}`)).rows[0]![0])

test('purge: a contact with much history is gone at once, and its rows too although the process is killed meanwhile', async () => {
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
  const { contactId } = await house.client.ask<{ contactId: number }>(`/tickets/${id}`)
  await house.client.ask(`/contacts/${contactId}`, { method: 'DELETE' })
  expect((await house.client.tickets()).some(one => one.id === id)).toBe(false)
  await write('sou eu de novo')
  const again = await ticket()
  expect(again.id).not.toBe(id)
  const before = await whileDead(database => count(database, `messages where ticket_id = ${id}`))
  expect(before).toBeGreaterThan(0)
  const left = () => fetch(`${house.product.url()}/metrics`).then(answer => answer.text())
  await until(async () => !/jobs_waiting\{kind="purge"\}/.test(await left()), PATIENCE_MS, 'nothing is left to do')
  await until(
    async () => {
      const counts = '(select count(*) from messages where ticket_id = ?1) + (select count(*) from contacts where id = ?2)'
      const [[left]] = (await sql(`select ${counts}`, [id, contactId])) as [[number]]
      return left === 0
    },
    PATIENCE_MS,
    'all rows are gone',
  )
  expect((await house.client.messages(again.id)).map(message => message.body).at(0)).toBe('sou eu de novo')
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
  'purge: a deleted %s is gone at once, and off all its tickets although the process is killed meanwhile',
  async (what, { path, table, body, active }) => {
    const { id } = await house.client.post<{ id: number }>(path, body)
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
    await house.client.ask(`${path}/${id}`, { method: 'DELETE' })
    const before = await whileDead(database => count(database, named))
    expect(before).toBeGreaterThan(0)
    const counted = (where: string) => inDatabase(database => count(database, where))
    await until(async () => (await counted(`${table} where id = ${id}`)) === 0, PATIENCE_MS, 'the row is gone')
    expect(await counted(named)).toBe(0)
    const ofThem = `tickets where uuid like '${what} %' and queue_id is null and user_id is null`
    expect(await counted(`${ofThem} and status = 'closed' and updated_at = 7`)).toBe(MANY)
    expect(await counted(`${ofThem} and status = 'pending'`)).toBe(active ? ACTIVE : 0)
  },
  150_000,
)

import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { sign } from 'hono/jwt'
import { sessions } from '../../src/modules/sessions/schema'
import { openOffice, PASSWORD, until, users } from '../factories'

const [here, there] = [await openOffice(), await openOffice()]
afterAll(async () => {
  await here.close()
  await there.close()
})

const login = (office: typeof here, email: string, password: string) =>
  office.product.app.request(
    '/auth/login',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password }) },
    { address: '10.0.0.1' },
  )

test('what somebody guesses at one product in a process closes no door of another', async () => {
  const { email } = here.sul.staff.ana
  for (let i = 0; i < 11; i++) await login(here, email, 'errada')
  expect((await login(here, email, PASSWORD)).status).toBe(429)
  expect((await login(there, email, PASSWORD)).status).toBe(200)
})

test('a session that has the same id in two products is the one of each', async () => {
  const sid = crypto.randomUUID()
  const open = async (office: typeof here, userId: number) => {
    const { tokenVersion } = (await users.byId(office.store.db, userId))!
    const ends = new Date(Date.now() + 60_000)
    await office.store.db.insert(sessions).values({ id: sid, userId, tokenVersion, refreshHash: 'x', rotatedAt: ends, expiresAt: ends })
    const now = Math.floor(Date.now() / 1000)
    const token = await sign({ id: userId, sid, iat: now, exp: now + 60 }, office.secrets.session, 'HS256')
    return async () =>
      (await office.product.app.request('/auth/me', { headers: { authorization: `Bearer ${token}` } })).json() as Promise<{ id: number }>
  }
  const mine = await open(here, here.norte.staff.ana.id)
  const other = await open(there, there.sul.staff.bia.id)
  expect((await mine()).id).toBe(here.norte.staff.ana.id)
  expect((await other()).id).toBe(there.sul.staff.bia.id)
  expect((await mine()).id).toBe(here.norte.staff.ana.id)
})

test('a right that changes in one product moves the sockets of that one alone', async () => {
  const [mine, other] = [await here.norte.staff.ana.client.socket(), await there.norte.staff.ana.client.socket()]
  await here.norte.staff.admin.client.put(`/users/${here.norte.staff.ana.id}`, { profile: 'supervisor' })
  await mine.closed()
  await other.settled()
  expect(other.socket.connected).toBe(true)
  other.close()
})

test('an event of a company reaches nobody of the company with the same id in another product', async () => {
  const [mine, other] = [await here.norte.staff.bia.client.socket(), await there.norte.staff.bia.client.socket()]
  expect(here.norte.id).toBe(there.norte.id)
  await here.norte.staff.admin.client.post('/tags', { name: 'Só aqui', color: '#123456', kanban: 0 })
  const { event } = await mine.next(`company-${here.norte.id}-tag`)
  expect((await other.settled()).map(one => one.event)).not.toContain(event)
  mine.close()
  other.close()
})

test('rows that one product keeps are never shown by another: contacts, tickets and settings under the same ids', async () => {
  const { contactId } = here.norte.tickets.open
  expect(contactId).toBe(there.norte.tickets.open.contactId)
  const seen = async (office: typeof here) => {
    const { client } = office.norte.staff.admin
    const { contacts } = (await client.get<{ contacts: { id: number; name: string }[] }>('/contacts')).body
    const { tickets } = (
      await client.get<{ tickets: { contactId: number; contact: { name: string } }[] }>('/tickets?status=open&showAll=true')
    ).body
    const { value } = (await client.get<{ value: string }>('/settings/userRating')).body
    return [contacts.find(one => one.id === contactId)!.name, tickets.find(one => one.contactId === contactId)!.contact.name, value]
  }
  // Twice, so that what can be kept is kept.
  const before = [await seen(there), await seen(there)][1]
  await seen(here)
  await here.norte.staff.admin.client.put(`/contacts/${contactId}`, { name: 'Renomeada aqui' })
  await here.norte.staff.admin.client.put('/settings/userRating', { value: 'enabled' })
  expect(await seen(here)).toEqual(['Renomeada aqui', 'Renomeada aqui', 'enabled'])
  expect(await seen(there)).toEqual(before!)
  expect(before!.at(-1)).toBe('disabled')
})

const rowsOf = async (office: typeof here, id: number) =>
  (await office.store.db.all<{ companyId: number }>(sql`select company_id as companyId from tags where id = ${id}`)).length

test('each product claims its own jobs: what is deleted in one is there in another, whose work is not begun', async () => {
  const { id } = here.norte.rows['/tags']!
  expect(there.norte.rows['/tags']!.id).toBe(id)
  await here.norte.staff.admin.client.delete(`/tags/${id}`)
  await until(async () => !(await rowsOf(here, id)))
  expect(await rowsOf(there, id)).toBe(1)
})

test('a product that ends takes nothing of another with it: its timers, its jobs and its sockets go on', async () => {
  const socket = await here.norte.staff.bia.client.socket()
  await (await openOffice()).close()
  const { body } = await here.norte.staff.admin.client.post<{ id: number }>('/tags', { name: 'Depois do fim', color: '#654321', kanban: 0 })
  await socket.next(`company-${here.norte.id}-tag`, ({ tag }) => (tag as { id: number }).id === body.id)
  await here.norte.staff.admin.client.delete(`/tags/${body.id}`)
  await until(async () => !(await rowsOf(here, body.id)))
  await here.product.jobs.run('gauges')
  socket.close()
})

test('what one product counts is no figure of another', async () => {
  const figure = async (office: typeof here, name: string) => {
    await office.product.jobs.run('gauges')
    const { text } = await office.norte.staff.admin.client.get('/metrics')
    return Number(
      text
        .split('\n')
        .find(line => line.startsWith(`${name} `))
        ?.split(' ')[1] ?? 0,
    )
  }
  const socket = await here.norte.staff.bia.client.socket()
  const names = ['realtime_sockets', 'messages_total{direction="in"}', 'http_request_seconds_count{method="DELETE",status="404"}']
  const all = (office: typeof here) => Promise.all(names.map(name => figure(office, name)))
  const [mine, other] = [await all(here), await all(there)]
  await here.receive(here.norte, { from: { pn: '5511981118888' } })
  await here.norte.staff.admin.client.delete('/tags/999999')
  expect(await all(here)).toEqual([mine[0]!, mine[1]! + 1, mine[2]! + 1])
  expect([mine[0], await all(there)]).toEqual([1, other])
  expect(other[0]).toBe(0)
  socket.close()
})

test('a plugin in the folder of one product answers in that one alone', async () => {
  const file = join(here.folder, 'plugins', 'so-aqui.js')
  await Bun.write(
    file,
    `import { object } from 'valibot'\nexport default { name: 'so-aqui', version: '1', api: 1, settings: object({}), async reply() {} }`,
  )
  const names = async (office: typeof here) =>
    (await office.norte.staff.admin.client.get<{ plugins: { name: string }[] }>('/plugins')).body.plugins.map(({ name }) => name)
  await until(async () => (await names(here)).includes('so-aqui'))
  expect(await names(there)).not.toContain('so-aqui')
})

import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { companies } from '../../src/modules/companies/schema'
import { PASSWORD, users } from '../factories'
import { testOffice } from '../office'

const office = await testOffice()
const { sul, product } = office
afterEach(() => setSystemTime())

const json = { 'content-type': 'application/json' }
const login = (email: string) =>
  product.app.request(
    '/auth/login',
    { method: 'POST', headers: json, body: JSON.stringify({ email, password: PASSWORD }) },
    { address: '10.4.0.1' },
  )
const refresh = (cookie: string) => product.app.request('/auth/refresh_token', { method: 'POST', headers: { cookie: `jrt=${cookie}` } })
/** Someone with a session of its own. */
async function guest(profile: 'admin' | 'user' = 'user') {
  const address = `${crypto.randomUUID()}@sul.com`
  const { id } = await users.create(sul.ctx, { name: 'Visita', email: address, password: PASSWORD, profile, queueIds: [] })
  const row = (await users.byId(office.store.db, id))!
  return { ...row, client: await office.signIn(row) }
}
const set = async (values: Partial<typeof companies.$inferInsert>) => {
  await office.store.db.update(companies).set(values).where(eq(companies.id, sul.id))
  sul.ctx.access.changed({ companyId: sul.id })
}

test('after the due date nothing opens but the way to pay', async () => {
  const { client } = await guest()
  const socket = await client.socket()
  await set({ dueDate: '2020-01-31' })
  for (const path of ['/tickets', '/messages/1', '/contacts', '/settings', '/users/list', '/api/tags'])
    expect(await client.get(path)).toMatchObject({
      status: 402,
      body: { error: 'ERR_SUBSCRIPTION_EXPIRED', details: { dueDate: '2020-01-31' } },
    })
  expect((await client.post('/tickets', { contactId: 1 })).status).toBe(402)
  expect((await login(sul.staff.leo.email)).status).toBe(402)
  expect((await refresh(client.cookie)).status).toBe(402)
  expect(await client.socket().catch((error: Error) => error.message)).toBe('ERR_SUBSCRIPTION_EXPIRED')
  expect((await office.norte.staff.ana.client.get('/tags')).status).toBe(200)
  socket.close()
  await set({ dueDate: null })
  expect((await client.get('/tags')).status).toBe(200)
})

test('who may pay reads and pays, and changes nothing else', async () => {
  await set({ dueDate: '2020-01-31' })
  const { client } = await guest('admin')
  expect((await client.get('/tickets')).status).toBe(200)
  expect((await client.get('/subscription')).body).toMatchObject({ standing: 'suspended' })
  expect(await client.post('/tags', { name: 'Tarde', color: '#a169da' })).toMatchObject({
    status: 402,
    body: { error: 'ERR_SUBSCRIPTION_EXPIRED', details: { dueDate: '2020-01-31' } },
  })
  expect((await client.put('/subscription', { email: 'paga@sul.com' })).status).not.toBe(402)
  await set({ dueDate: null })
})

test('everything goes on for the days of grace, and ends with them, also where the operator shortens them', async () => {
  const day = (n: number) => new Date(Date.now() - n * 24 * 3600_000).toISOString().slice(0, 10)
  const { createdAt } = (await office.store.db.select().from(companies).where(eq(companies.id, sul.id)))[0]!
  await set({ dueDate: day(2), createdAt: new Date('2020-01-01') })
  const { client } = await guest()
  expect((await client.get('/tags')).status).toBe(200)
  const operator = office.norte.staff.admin.client
  expect((await operator.put('/settings/graceDays', { value: '0' })).status).toBe(200)
  expect((await client.get('/tags')).status).toBe(402)
  await operator.put('/settings/graceDays', { value: '3' })
  expect((await client.get('/tags')).status).toBe(200)
  await set({ dueDate: null, createdAt })
})

test('sockets that were open close after the due date', async () => {
  const { client } = await guest()
  const tomorrow = new Date(Date.now() + 24 * 3600_000)
  await set({ dueDate: tomorrow.toISOString().slice(0, 10) })
  const socket = await client.socket()
  setSystemTime(new Date(Date.now() + 3 * 24 * 3600_000))
  await office.product.jobs.run('overdue')
  setSystemTime()
  await socket.closed()
  await set({ dueDate: null })
})

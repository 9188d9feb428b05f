import { afterAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { companies } from '../../src/modules/companies/schema'
import { clientOf } from '../client'
import { openOffice } from '../factories'
import { watchTables } from './changes'
import { at, bodyOf, OPEN, QUERIES, routesOf, tokenFor } from './routes'

const office = await openOffice()
afterAll(() => office.close())
const { norte, sul, product } = office
const routes = routesOf(product)
const guarded = routes.filter(({ name }) => !(name in OPEN) || name.includes('/messages/send'))

const refused = { status: 402, body: { code: 'ERR_COMPANY_SUSPENDED' } }
const said = await sul.staff.admin.client.post(`/messages/${sul.tickets.open.id}`, { body: 'antes' })
await office.store.db.update(companies).set({ status: false }).where(eq(companies.id, sul.id))
sul.ctx.access.changed({ companyId: sul.id })
const written = await watchTables(office.store)

/** Who is suspended may pay. */
const PAYING = /^\/subscription(\/|$)/
const writing = guarded.filter(({ method, path }) => method !== 'GET' && !PAYING.test(path))
test.each(writing.map(route => [route.name, route] as const))('%s changes nothing while the company is suspended', async (_, route) => {
  for (const person of ['admin', 'ana'] as const) {
    const token = route.path.startsWith('/messages/send') ? tokenFor(route, sul) : sul.staff[person].client.token
    const answer = await clientOf(product, token, '').call(route.method, at(route, sul), bodyOf(route, sul))
    expect(answer).toMatchObject(refused)
  }
  expect(await written()).toEqual([])
})

const reading = guarded.filter(({ method, path }) => method === 'GET' && !path.startsWith('/messages/send') && !path.startsWith('/sandbox'))
test.each(reading.map(route => [route.name, route] as const))('%s is read as before', async (_, route) => {
  const answer = await sul.staff.admin.client.get(`${at(route, sul)}?${QUERIES[route.name]?.(sul) ?? ''}`)
  expect(answer.status).not.toBe(402)
  expect(answer.status).toBeLessThan(500)
  expect(await written()).toEqual([])
})

test('a look at a conversation of one’s own tells the customer nothing', async () => {
  expect(said.status).toBe(200)
  await sul.staff.ana.client.get(`/messages/${sul.tickets.open.id}`)
  expect(await written()).toEqual([])
})

test('nobody else is suspended with it, and who operates the installation ends it', async () => {
  expect((await norte.staff.ana.client.post('/tags', { name: 'Segue', color: '#a169da', kanban: 0 })).status).toBe(200)
  expect((await norte.staff.admin.client.put(`/companies/${sul.id}`, { status: true })).status).toBe(200)
  expect((await sul.staff.ana.client.post('/tags', { name: 'Voltou', color: '#a169da', kanban: 0 })).status).toBe(200)
})

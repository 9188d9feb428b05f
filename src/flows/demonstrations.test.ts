import { expect, test } from 'bun:test'
import { eq, inArray } from 'drizzle-orm'
import { connections } from '#modules/connections'
import { companies } from '../modules/companies/schema'
import { newPhone, PASSWORD } from '../../tests/factories'
import { testOffice } from '../../tests/office'
import { reseller, signInAt } from '../../tests/resellers'
import { until } from '../../tests/until'

const office = await testOffice()
const { norte, sul, product, store } = office
const operator = norte.staff.admin.client
const DAY = 86_400_000

type Company = { id: number; isDemo: boolean; dueDay: string | null }
const made = async (name: string, more: object = {}) => {
  const given = { name, email: `${name.toLowerCase()}@oeste.com`, password: PASSWORD, recurrence: 'MENSAL', isDemo: true, ...more }
  const { status, body, text } = await operator.post<Company>('/companies', given)
  expect([status, text]).toEqual([200, text])
  return body
}
const enter = async (name: string) => (await signInAt(office, 'localhost', `${name.toLowerCase()}@oeste.com`))!
/** The civil day so many days from now, where companies are. */
const day = (days: number) => new Date(Date.now() + days * DAY).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
const isThere = async (id: number) => (await operator.get(`/companies/${id}`)).status === 200
const sweep = () => product.jobs.run('ended demonstrations')

test('a demonstration lasts a fortnight unless it is said, owes nothing, and its people know', async () => {
  expect(await made('Mostra')).toMatchObject({ isDemo: true, dueDay: day(14) })
  expect(await made('Curta', { dueDate: day(3) })).toMatchObject({ dueDay: day(3) })
  await product.jobs.run('invoices')
  const { client, user } = await enter('Curta')
  expect(user).toMatchObject({ company: { standing: 'demonstration', isDemo: true } })
  expect((await client.get('/subscription')).body).toMatchObject({ standing: 'demonstration', period: null, invoice: null, next: null })
  expect((await client.get('/invoices/all')).body).toEqual([])
  expect((await client.post('/tags', { name: 'Obra', color: '#a169da' })).status).toBe(200)
  const { body } = await operator.get<{ companies: Company[] }>('/companies?state=demonstration')
  expect(body.companies.map(({ isDemo }) => isDemo)).toEqual([true, true])
})

test('a customer it becomes once: what it owes is billed, and no way leads back', async () => {
  const { id } = await made('Firme', { dueDate: day(3) })
  const plan = (await operator.post<{ id: number }>('/plans', { name: 'Pago', users: 5, connections: 1, queues: 5, value: 90 })).body
  expect((await operator.put(`/companies/${id}`, { isDemo: false, planId: plan.id })).body).toMatchObject({ isDemo: false })
  await product.jobs.run('invoices')
  const { client } = await enter('Firme')
  expect((await client.get('/invoices/all')).body).toMatchObject([{ status: 'open', value: 90 }])
  const back = await operator.put(`/companies/${id}`, { isDemo: true })
  expect(back).toMatchObject({ status: 400, body: { details: { isDemo: [expect.stringContaining('demonstração')] } } })
  expect((await operator.put(`/companies/${sul.id}`, { isDemo: true })).status).toBe(400)
})

test('what it sends says what it is, once, when it is edited too', async () => {
  const control = (await product.sandbox.start()).control
  const [phone, shop] = [newPhone(), '5511940000091']
  product.channel.start(sul.connection)
  expect(await product.sandbox.link(() => connections.load(sul.ctx, sul.connection.id), shop)).toBe(true)
  control.addPhone({ phone, name: 'Helena Prado' })
  await store.db.update(companies).set({ isDemo: true }).where(eq(companies.id, sul.id))
  const { client } = sul.staff.admin
  await control.send({ from: phone, to: shop, type: 'text', text: 'Oi' })
  const ticket = await until(async () => {
    const { body } = await client.get<{ tickets: { id: number; contact: { number: string } }[] }>('/tickets?status=pending&showAll=true')
    return body.tickets.find(({ contact }) => contact.number === phone)
  })
  await client.put(`/tickets/${ticket.id}`, { status: 'open', userId: sul.staff.admin.id })
  await client.post(`/messages/${ticket.id}`, { body: 'Chegou' })
  const last = () => control.transcript({ phone, chat: shop }).at(-1)
  await until(() => last()?.text === 'Chegou\n\n_Mensagem de demonstração_')
  const { body } = await client.get<{ messages: { id: string; body: string }[] }>(`/messages/${ticket.id}`)
  const { id, body: sent } = body.messages.at(-1)!
  expect((await client.post(`/messages/edit/${id}`, { body: sent.replace('Chegou', 'Já chegou') })).status).toBe(200)
  await until(() => last()?.text === 'Já chegou\n\n_Mensagem de demonstração_')
  await store.db.update(companies).set({ isDemo: false }).where(eq(companies.id, sul.id))
  await client.post(`/messages/${ticket.id}`, { body: 'De verdade' })
  await until(() => last()?.text === 'De verdade')
})

test('after its end it is read for a week, and then it is gone, with those of resellers', async () => {
  const { id } = await made('Passada', { dueDate: day(3) })
  const oeste = await reseller(office, 'Oeste', 'oeste.example')
  const theirs = (
    await oeste.boss.client.post<Company>('/companies', {
      ...{ name: 'Vitrine', email: 'vitrine@oeste.example', planId: oeste.plan.id, dueDate: day(3), isDemo: true },
    })
  ).body
  const { client } = await enter('Passada')
  const ended = async (days: number) => {
    await store.db
      .update(companies)
      .set({ dueDate: day(-days) })
      .where(inArray(companies.id, [id, theirs.id, oeste.company.id]))
    norte.ctx.access.changed({ everybody: true })
    await sweep()
  }
  await ended(7)
  expect((await client.get('/subscription')).body).toMatchObject({ standing: 'suspended' })
  expect((await client.get('/tags')).status).toBe(200)
  expect((await client.post('/tags', { name: 'Tarde', color: '#a169da' })).status).toBe(402)
  expect(await isThere(id)).toBe(true)
  await ended(8)
  expect([await isThere(id), await isThere(theirs.id), await isThere(oeste.company.id)]).toEqual([false, false, true])
  expect(await isThere(sul.id)).toBe(true)
})

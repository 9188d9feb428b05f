import { expect, test } from 'bun:test'
import { companies } from '#modules/companies'
import { PASSWORD } from '../../tests/factories'
import type { Client } from '../../tests/client'
import { sendTo } from '../../tests/mail'
import { testOffice } from '../../tests/office'
import { signInAt } from '../../tests/resellers'
import { until } from '../../tests/until'
import { users as userTable } from '../modules/users/schema'

const office = await testOffice()
const { norte } = office
type Steps = Record<'number' | 'queue' | 'colleague' | 'answered', boolean>
const steps = async (client: Client) => (await client.get<Steps>('/companies/first-steps')).body

test('a new company has all before it, and each step is taken by doing it', async () => {
  const user = await office.store.write(office.store.db, async db => {
    const { id: companyId } = await companies.create(db, { name: 'Nova' })
    const values = {
      companyId,
      name: 'Dona',
      email: 'dona@nova.com',
      passwordHash: norte.staff.admin.passwordHash,
      profile: 'admin' as const,
    }
    return (await db.insert(userTable).values(values).returning())[0]!
  })
  const owner = await office.signIn(user)
  expect(await steps(owner)).toEqual({ number: false, queue: false, colleague: false, answered: false })

  const { body: queue } = await owner.post<{ id: number }>('/queue', { name: 'Vendas', color: '#33a340' })
  await owner.post('/users', { name: 'Bia', email: 'bia@nova.com', password: PASSWORD, profile: 'user', queueIds: [queue.id] })
  expect(await steps(owner)).toEqual({ number: false, queue: true, colleague: true, answered: false })

  const { body: line } = await owner.post<{ id: number }>('/whatsapp', { name: 'Simulador', sandbox: true, queueIds: [queue.id] })
  await owner.post(`/sandbox/${line.id}/link`, {})
  const { body: phone } = await owner.post<{ number: string }>(`/sandbox/${line.id}/phones`, { name: 'Cleide' })
  await owner.post(`/sandbox/${line.id}/phones/${phone.number}/messages`, { type: 'text', text: 'Oi' })
  const ticket = await until(async () => (await owner.get<{ tickets: { id: number }[] }>('/tickets?status=pending')).body.tickets[0])
  expect(await steps(owner)).toEqual({ number: true, queue: true, colleague: true, answered: false })
  await owner.put(`/tickets/${ticket.id}`, { status: 'open', userId: user.id, queueId: queue.id })
  expect(await steps(owner)).toEqual({ number: true, queue: true, colleague: true, answered: true })
})

test('who does not run the company is not asked to', async () => {
  expect((await norte.staff.ana.client.get('/companies/first-steps')).status).toBe(403)
})

test('a new reseller has all before it but its address, and each step is taken by doing it', async () => {
  const house = norte.staff.admin.client
  const born = { name: 'Oeste', domains: 'oeste.example', email: 'dono@oeste.example', password: PASSWORD }
  expect((await house.post('/resellers', born)).status).toBe(200)
  const { client } = (await signInAt(office, 'oeste.example', born.email))!
  const steps = async () => (await client.get<Record<string, unknown>>('/resellers/first-steps')).body
  const none = { brand: false, mail: false, plan: false, payment: false, company: false }
  expect(await steps()).toEqual({ address: 'https://oeste.example', ...none })
  // What the house has is not theirs.
  await house.put('/brand', { color: '#0b7f70' })
  await house.post('/plans', { name: 'Da casa', users: 1, connections: 1, queues: 1, value: 10 })
  expect(await steps()).toMatchObject(none)
  await client.put('/brand', { color: '#0b7f70' })
  await sendTo({ port: 2525 }, client.put)
  const { body: plan } = await client.post<{ id: number }>('/plans', { name: 'Pago', users: 1, connections: 1, queues: 1, value: 10 })
  const pix = { pixKey: 'financeiro@oeste.example', merchant: 'Oeste', city: 'Manaus' }
  await client.put('/payment-accounts/pix', { isActive: true, settings: pix })
  expect(await steps()).toMatchObject({ brand: true, mail: true, plan: true, payment: true, company: false })
  await client.post('/companies', { name: 'Primeira', email: 'primeira@oeste.example', password: PASSWORD, planId: plan.id })
  expect(await steps()).toMatchObject({ company: true })
  expect([(await house.get('/resellers/first-steps')).status, (await norte.staff.ana.client.get('/resellers/first-steps')).status]).toEqual(
    [403, 403],
  )
})

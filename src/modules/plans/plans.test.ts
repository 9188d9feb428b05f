import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'

const office = await testOffice()

type Plan = { id: number; name: string; users: number; value: number; useIntegrations: boolean; useCampaigns: boolean }
const operator = () => office.norte.staff.admin.client
const plan = (name: string, more: object = {}) => ({ name, users: 3, connections: 1, queues: 2, ...more })
const made = async (name: string, more?: object) => (await operator().post<Plan>('/plans', plan(name, more))).body

test('an operator makes one as forms of this family send it, and whoever signs up finds it', async () => {
  const { id } = await made(' Básico ', { users: '5', value: '99,90', useCampaigns: true, useKanban: false, isPublic: true })
  const { body } = await operator().get<{ plans: Plan[]; count: number }>('/plans?searchParam=básico')
  expect(body).toMatchObject({
    plans: [{ id, name: 'Básico', users: 5, value: 99.9, useCampaigns: true, useKanban: false, useIntegrations: false }],
    count: 1,
  })
  const offered = (await (await office.product.app.request('/plans/list')).json()) as Plan[]
  expect(offered.find(one => one.id === id)).toMatchObject({ name: 'Básico', value: 99.9, useCampaigns: true, useKanban: false })
})

test('a name that is taken, a number that is missing and an amount below zero are told at their fields', async () => {
  await made('Único')
  const details = async (body: object) => (await operator().post<{ details: Record<string, string[]> }>('/plans', body)).body.details
  expect(await details(plan('Único'))).toEqual({ name: ['Este nome já está em uso'] })
  expect(await details(plan('Vazio', { users: '' }))).toEqual({ users: ['Obrigatório'] })
  expect(await details(plan('Negativo', { value: '-1' }))).toEqual({ value: ['amount'] })
  expect(await details(plan('Três casas', { value: '1.234' }))).toEqual({ value: ['amount'] })
})

test.each(['1234,56', '1.234,56', '1,234.56', 1234.56])('an amount may be written as %s', async value => {
  expect((await made(`Por ${value}`, { value })).value).toBe(1234.56)
})

test('a plan holds what was asked for alone, and is not offered to strangers while it is internal', async () => {
  const { id, ...row } = await made('Sem nada')
  expect(Object.entries(row).filter(([name, value]) => /^use[A-Z]|^isPublic/.test(name) && value)).toEqual([])
  const refusal = { status: 400, body: { details: { useInternal: ['Um plano interno não é oferecido no cadastro'] } } }
  expect(await operator().post('/plans', plan('Os dois', { isPublic: true, useInternal: true }))).toMatchObject(refusal)
  await operator().put(`/plans/${id}`, { isPublic: true })
  expect(await operator().put(`/plans/${id}`, { useInternal: true })).toMatchObject(refusal)
  expect((await operator().put(`/plans/${id}`, { useInternal: true, isPublic: false })).status).toBe(200)
})

test('what a plan takes away is refused to its companies from the next request on', async () => {
  const { body } = await operator().get<{ plan: Plan }>(`/companies/listPlan/${office.norte.id}`)
  const companies = `/plans/${body.plan.id}`
  const { client } = office.sul.staff.admin
  expect((await client.get('/queueIntegration')).status).toBe(200)
  const integration = { type: 'n8n', name: 'Robô', urlN8N: 'https://exemplo.com/n8n' }
  await operator().put(companies, { useIntegrations: false, queues: 0 })
  expect(await client.post('/queueIntegration', integration)).toMatchObject({ status: 403, body: { code: 'ERR_NOT_IN_PLAN' } })
  expect(await client.post('/queue', { name: 'Mais uma', color: '#123456' })).toMatchObject({
    status: 400,
    body: { code: 'ERR_QUEUE_LIMIT', details: { limit: 0 } },
  })
  await operator().put(companies, { useIntegrations: true, queues: 200 })
  expect((await client.post('/queueIntegration', integration)).status).toBe(200)
})

test('a plan that companies have stays; one of nobody goes', async () => {
  const { body } = await operator().get<{ plan: Plan }>(`/companies/listPlan/${office.norte.id}`)
  expect(await operator().delete(`/plans/${body.plan.id}`)).toMatchObject({
    status: 409,
    body: { code: 'ERR_PLAN_IN_USE', details: { companies: 2 } },
  })
  const { id } = await made('De ninguém')
  expect((await operator().delete(`/plans/${id}`)).status).toBe(200)
  expect(await operator().get(`/plans/${id}`)).toMatchObject({ status: 404, body: { code: 'ERR_NO_PLAN_FOUND' } })
})

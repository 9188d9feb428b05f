import { afterAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { companies } from '../modules/companies/schema'
import { plans } from '../modules/plans/schema'
import { testOffice } from '../../tests/office'
import { startOpenai } from '../../tests/peers/openai'
import { keepSecrets } from '../../tests/secrets'
import { until } from '../../tests/until'
import { prompts } from '#modules/prompts'
import { customerOf, worldOf } from './conversation/stories.fixture'

const KEY = 'sk-canario-do-plano'
keepSecrets('key of a provider', [KEY])
const openai = startOpenai(KEY)
let heard = 0
const hook = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => (heard++, Response.json({ actions: [{ type: 'say', text: 'Sou o robô.' }] })),
})
afterAll(() => Promise.all([openai.stop(), hook.stop(true)]))
const office = await testOffice({ OUTBOUND_ALLOW: [openai.destination, `127.0.0.1:${hook.port}`].join() })
const { norte } = office
const { client } = norte.staff.admin
const [, support] = norte.queues

const given = { ...norte.sample(prompts.facts), apiKey: KEY, baseUrl: openai.baseUrl, queueId: support.id }
const { body: prompt } = await client.post<{ id: number }>('/prompt', { ...given, name: 'Vendedora' })
const settings = { urlN8N: `http://127.0.0.1:${hook.port}/` }
const { body: integration } = await client.post<{ id: number }>('/queueIntegration', { type: 'webhook', name: 'Robô', settings })
const ai = await worldOf(norte, { queues: [{ name: 'IA', promptId: prompt.id }] })
const robot = await worldOf(norte, { queues: [{ name: 'Robô', integrationId: integration.id }] })
const settled = () =>
  until(async () => (await office.store.client.execute("select 1 from jobs where kind = 'robot-turn'")).rows.length === 0)

const planOf = async () => (await office.store.db.select().from(companies).where(eq(companies.id, norte.id)))[0]!.planId
const before = await planOf()
async function choose(planId: number | null) {
  await office.store.db.update(companies).set({ planId }).where(eq(companies.id, norte.id))
  office.ctxFor(norte.id).access.changed({ companyId: norte.id })
}
/** On a plan that is all the company had, without one thing. */
async function without(feature: 'useOpenAi' | 'useIntegrations') {
  const [plan] = await office.store.db
    .insert(plans)
    .values({ name: `Sem ${feature}`, users: 99, connections: 99, queues: 99, [feature]: false })
    .returning()
  await choose(plan!.id)
}

beforeEach(async () => {
  await choose(before)
  heard = 0
  openai.received.length = 0
  openai.answer = () => ({ content: 'Temos 500 mega.' })
})

test('the AI that the plan no longer includes is asked nothing more: people find its conversations, and the reason', async () => {
  const customer = customerOf(office, norte, ai)
  await customer.says('Oi')
  await settled()
  await without('useOpenAi')
  openai.received.length = 0
  await customer.says('Quanto custa?')
  await settled()
  expect(openai.received).toEqual([])
  expect(await customer.transcript()).toEqual(['> Oi', '< Temos 500 mega.', '> Quanto custa?'])
  const ticket = await customer.ticket()
  expect(ticket).toMatchObject({ status: 'pending', queueId: support.id, useIntegration: false, promptId: null })
  const { bot } = (await client.get<{ bot: object }>(`/tickets/${ticket.id}`)).body
  expect(bot).toMatchObject({ holder: 'nobody', reason: 'not_in_plan' })
  await choose(before)
  expect((await client.get<object>(`/prompt/${prompt.id}`)).body).toMatchObject({ lastError: null, failures: 0 })
})

test('so it is with an integration, while the AI that is still in the plan goes on', async () => {
  const [one, other] = [customerOf(office, norte, robot), customerOf(office, norte, ai)]
  for (const customer of [one, other]) await customer.says('Oi')
  await settled()
  await without('useIntegrations')
  for (const customer of [one, other]) await customer.says('Quanto custa?')
  await settled()
  expect(heard).toBe(1)
  expect(await one.transcript()).toEqual(['> Oi', '< Sou o robô.', '> Quanto custa?'])
  expect(await one.ticket()).toMatchObject({ status: 'pending', useIntegration: false, integrationId: null })
  expect(await other.transcript()).toEqual(['> Oi', '< Temos 500 mega.', '> Quanto custa?', '< Temos 500 mega.'])
})

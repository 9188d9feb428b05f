import { afterAll, beforeEach, expect, test } from 'bun:test'
import { testOffice } from '../../tests/office'
import { startOpenai } from '../../tests/peers/openai'
import { keepSecrets } from '../../tests/secrets'
import { until } from '../../tests/until'
import { prompts } from '#modules/prompts'
import { customerOf, worldOf } from './conversation/stories.fixture'

const KEY = 'sk-canario-do-dia'
keepSecrets('key of a provider', [KEY])
const openai = startOpenai(KEY)
afterAll(() => openai.stop())
const office = await testOffice({ OUTBOUND_ALLOW: openai.destination })
const { norte, sul } = office
const { client } = norte.staff.admin
const [, support] = norte.queues

type Prompt = { id: number; failures: number; lastError: string | null }
const given = { ...norte.sample(prompts.facts), apiKey: KEY, baseUrl: openai.baseUrl, queueId: support.id, ticketTokens: 0, maxTokens: 300 }
const { body: prompt } = await client.post<Prompt>('/prompt', { ...given, name: 'Vendedora' })
const place = await worldOf(norte, { queues: [{ name: 'IA', promptId: prompt.id }] })
const spending = async (who = client) => (await who.get<{ tokens: number; limit: number }>('/prompt/spending')).body
const limit = (value: number) => client.put('/settings/aiDailyTokens', { value })
const settled = () =>
  until(async () => (await office.store.client.execute("select 1 from jobs where kind = 'robot-turn'")).rows.length === 0)
async function written() {
  const customer = customerOf(office, norte, place)
  await customer.says('Oi')
  await settled()
  return customer
}

beforeEach(() => {
  openai.received.length = 0
  openai.answer = () => ({ content: 'Temos 500 mega.', tokens: 1_000 })
})

test('what the AI of a company costs is counted by day, and each company sees its own', async () => {
  const before = await spending()
  await written()
  expect((await spending()).tokens - before.tokens).toBe(1_000)
  expect(await spending(sul.staff.admin.client)).toMatchObject({ tokens: 0, limit: 0 })
  expect((await norte.staff.ana.client.get('/prompt/spending')).status).toBe(403)
})

test('a company whose day is spent leaves conversations to people, who find the reason on the ticket, and nobody is asked', async () => {
  const { tokens } = await spending()
  await limit(tokens / 1_000 + 1)
  expect(await (await written()).transcript()).toEqual(['> Oi', '< Temos 500 mega.'])
  openai.received.length = 0
  const customer = await written()
  expect(openai.received).toEqual([])
  const ticket = await customer.ticket()
  expect(ticket).toMatchObject({ status: 'pending', queueId: support.id, useIntegration: false, promptId: null })
  const { bot } = (await client.get<{ bot: object }>(`/tickets/${ticket.id}`)).body
  expect(bot).toMatchObject({ holder: 'nobody', reason: 'day_spent' })
  expect((await client.get<Prompt>(`/prompt/${prompt.id}`)).body).toMatchObject({ lastError: 'AI_DAY_BUDGET', failures: 0 })
  await limit(0)
  expect(await (await written()).transcript()).toEqual(['> Oi', '< Temos 500 mega.'])
})

test('what was spent on another day does not count', async () => {
  await limit(1)
  expect(await (await written()).transcript()).toEqual(['> Oi'])
  await office.store.client.execute({ sql: "update token_days set day = '2001-01-01' where company_id = ?", args: [norte.id] })
  expect(await spending()).toMatchObject({ day: expect.stringMatching(/^20\d\d-\d\d-\d\d$/), tokens: 0, limit: 1_000 })
  expect(await (await written()).transcript()).toEqual(['> Oi', '< Temos 500 mega.'])
  expect(await (await written()).transcript()).toEqual(['> Oi'])
  await limit(0)
})

test('an integration of type openai counts for the same day and is held by the same limit', async () => {
  const settings = { apiKey: KEY, baseUrl: openai.baseUrl, prompt: 'Você atende a Norte Fibra.' }
  const { body } = await client.post<{ id: number }>('/queueIntegration', { type: 'openai', name: 'IA', settings })
  const other = await worldOf(norte, { queues: [{ name: 'IA da integração', integrationId: body.id }] })
  const before = await spending()
  const customer = customerOf(office, norte, other)
  await customer.says('Oi')
  await settled()
  const after = await spending()
  expect(after.tokens - before.tokens).toBe(1_000)
  await limit(1)
  const late = customerOf(office, norte, other)
  await late.says('Oi')
  await settled()
  expect(await late.transcript()).toEqual(['> Oi'])
  expect(await late.ticket()).toMatchObject({ useIntegration: false })
  await limit(0)
})

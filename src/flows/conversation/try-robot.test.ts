import { afterAll, beforeEach, expect, test } from 'bun:test'
import { prompts } from '#modules/prompts'
import { settings } from '#modules/settings'
import { tickets } from '../../modules/tickets/schema'
import { testOffice } from '../../../tests/office'
import { failure, startOpenai } from '../../../tests/peers/openai'
import { startTypebot } from '../../../tests/peers/typebot'
import { keepSecrets } from '../../../tests/secrets'
import { WEEKDAYS } from '../../modules/companies/body'
import { worldOf } from './stories.fixture'

const KEY = 'sk-canario-da-simulacao'
keepSecrets('key of a provider', [KEY])
const openai = startOpenai(KEY)
const typebot = startTypebot('fluxo')
let answer: () => Response
const hook = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => answer() })
afterAll(() => Promise.all([openai.stop(), typebot.stop(), hook.stop(true)]))
const office = await testOffice({ OUTBOUND_ALLOW: [openai.destination, typebot.destination, `127.0.0.1:${hook.port}`].join() })
const { norte, sul } = office
const { client } = norte.staff.admin
const [sales] = norte.queues

type Step = { answers: { text?: string; file?: string }[]; holder: string; reason: string; deeds: object[]; error: string | null }
const given = {
  ...norte.sample(prompts.facts),
  prompt: 'Você atende os clientes da Norte Fibra. Responda em frases curtas, sempre com gentileza.',
  apiKey: KEY,
  baseUrl: openai.baseUrl,
  queueId: sales.id,
}
const webhook = { type: 'webhook', settings: { urlN8N: `http://127.0.0.1:${hook.port}/` } }

/** A conversation with a robot that is not saved. */
function talkTo(path: 'prompt' | 'integration', body: object, by = client) {
  const talk = crypto.randomUUID()
  return { talk, says: async (words: string) => (await by.post<Step>(`/bots/talk/${path}`, { ...body, talk, words })).body }
}

beforeEach(() => {
  openai.asked.length = 0
  openai.answer = ({ messages }) => ({ content: `Eco: ${messages.at(-1)!.content}` })
})

test('a prompt that is not saved talks to a simulated customer, remembers what was said, and no ticket comes of it', async () => {
  const before = await office.store.db.$count(tickets)
  const { says } = talkTo('prompt', given)
  expect(await says('Oi')).toMatchObject({ answers: [{ text: 'Eco: Oi' }], holder: 'prompt', reason: 'prompt', deeds: [], error: null })
  await says('Quanto custa?')
  expect(openai.asked[1]!.messages.slice(1).map(({ content }) => content)).toEqual(['Oi', 'Eco: Oi', 'Quanto custa?'])
  expect(await office.store.db.$count(tickets)).toBe(before)
})

test('a prompt that calls a person says to which queue, and answers nothing more', async () => {
  const { says } = talkTo('prompt', given)
  openai.answer = () => ({ content: 'Ação: Transferir para o setor de atendimento. Já vou chamar alguém.' })
  expect(await says('Quero um humano')).toMatchObject({
    holder: 'nobody',
    reason: 'robot_left',
    deeds: [{ verb: 'hand_off', name: sales.name }],
  })
  expect(await says('Oi?')).toMatchObject({ answers: [], holder: 'nobody', reason: 'waits' })
  expect(openai.asked).toHaveLength(1)
})

test('what went wrong is told with its reason, and where a person finds the conversation', async () => {
  openai.answer = () => failure(401, 'no key')
  expect(await talkTo('prompt', given).says('Oi')).toMatchObject({
    holder: 'nobody',
    reason: 'robot_failed',
    error: 'ERR_AI_KEY',
    deeds: [{ verb: 'hand_off', name: sales.name }],
  })
  answer = () => new Response('', { status: 500 })
  expect(await talkTo('integration', webhook).says('Oi')).toMatchObject({ reason: 'robot_failed', error: 'HTTP 500' })
})

test('what a conversation costs counts for the day of the company, and nobody is asked beyond it', async () => {
  const spent = async () => (await client.get<{ tokens: number }>('/prompt/spending')).body.tokens
  const before = await spent()
  openai.answer = () => ({ content: 'Olá!', tokens: 1_000 })
  await talkTo('prompt', given).says('Oi')
  expect(await spent()).toBe(before + 1_000)
  const { prompt, apiKey, baseUrl } = given
  await talkTo('integration', { type: prompts.AI, settings: { prompt, apiKey, baseUrl } }).says('Oi')
  expect(await spent()).toBe(before + 2_000)
  await settings.set(norte.ctx, 'aiDailyTokens', '1')
  openai.asked.length = 0
  expect(await talkTo('prompt', given).says('Oi')).toMatchObject({ answers: [], reason: 'day_spent' })
  expect(openai.asked).toEqual([])
  await settings.set(norte.ctx, 'aiDailyTokens', '0')
})

test('a flow goes on in the session of its talk, and a new talk begins anew', async () => {
  const flow = { type: 'typebot', settings: { urlN8N: typebot.url, typebotSlug: 'fluxo', typebotDelayMessage: 0 } }
  const { says } = talkTo('integration', flow)
  expect((await says('Oi')).answers).toEqual([{ text: 'Olá! Sou o fluxo.' }])
  expect((await says('Ana')).answers).toEqual([{ text: 'Você disse: Ana' }])
  expect((await talkTo('integration', flow).says('Oi')).answers).toEqual([{ text: 'Olá! Sou o fluxo.' }])
})

test('what an answer does is told and happens to nobody', async () => {
  const actions = [
    { type: 'say', text: 'Já vejo' },
    { type: 'tag', name: norte.tag.name },
    { type: 'transfer', queue: sales.name },
  ]
  answer = () => Response.json({ actions })
  expect(await talkTo('integration', webhook).says('Oi')).toMatchObject({
    answers: [{ text: 'Já vejo' }],
    deeds: [
      { verb: 'tag', name: norte.tag.name },
      { verb: 'transfer', name: sales.name },
    ],
    reason: 'robot_left',
  })
})

test('whether the company is open is told by the hours of the prompt’s queue, as in its real conversations', async () => {
  // Times that are equal are no period at all.
  const never = WEEKDAYS.map(weekday => ({ weekday, weekdayEn: weekday, startTime: '09:00', endTime: '09:00' }))
  const place = await worldOf(norte, { queues: [{ name: 'Nunca', schedules: never }] })
  await settings.set(norte.ctx, 'scheduleType', 'queue')
  openai.answer = ({ messages }) =>
    messages.at(-1)!.role === 'tool'
      ? { content: String(messages.at(-1)!.content) }
      : { calls: [{ name: 'business_hours', arguments: {} }] }
  const answers = async (queueId: number) => (await talkTo('prompt', { ...given, queueId }).says('Estão abertos?')).answers
  expect(await answers(place.queueIds[0]!)).toEqual([{ text: 'fechada agora' }])
  expect(await answers(sales.id)).toEqual([{ text: 'aberta agora' }])
  await settings.set(norte.ctx, 'scheduleType', 'disabled')
  await place.end()
})

test('nobody goes on in the talk of another company, and who may not change robots talks to none', async () => {
  const { talk, says } = talkTo('prompt', given)
  await says('Um segredo da Norte')
  const foreign = { ...given, queueId: null, talk, words: 'O que eu disse?' }
  expect((await sul.staff.admin.client.post('/bots/talk/prompt', foreign)).status).toBe(200)
  expect(JSON.stringify(openai.asked.at(-1))).not.toContain('segredo da Norte')
  for (const path of ['prompt', 'integration'])
    expect((await norte.staff.ana.client.post(`/bots/talk/${path}`, { ...given, ...webhook, talk, words: 'Oi' })).status).toBe(403)
})

import { afterAll, afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import { testOffice } from '../../tests/office'
import { failure, startOpenai } from '../../tests/peers/openai'
import { keepSecrets } from '../../tests/secrets'
import { until } from '../../tests/until'
import { prompts } from '#modules/prompts'
import { customerOf, worldOf } from './conversation/stories.fixture'

const KEY = 'sk-canario-do-disjuntor'
keepSecrets('key of a provider', [KEY])
const openai = startOpenai(KEY)
let calls = 0
let answer: () => Response | Promise<Response>
const hook = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch() {
    calls++
    return answer()
  },
})
afterAll(async () => {
  await hook.stop(true)
  await openai.stop()
})
const destination = `127.0.0.1:${hook.port}`
const office = await testOffice({ OUTBOUND_ALLOW: `${destination},${openai.destination}` })
const { norte, sul } = office
const { client } = norte.staff.admin

type Robot = { id: number; failures: number; retryAt: string | null; lastError: string | null; updatedAt: string }
const given = { type: 'webhook', name: 'Programa', urlN8N: `http://${destination}/` }
const { body: made } = await client.post<Robot>('/queueIntegration', given)
const place = await worldOf(norte, { queues: [{ name: 'Programa', integrationId: made.id }] })
const path = `/queueIntegration/${made.id}`
const shown = async () => (await client.get<Robot>(path)).body
const settled = () =>
  until(async () => (await office.store.client.execute("select 1 from jobs where kind = 'robot-turn'")).rows.length === 0)
const works = () => Response.json({ text: 'Oi!' })
const fails = () => new Response('', { status: 503 })

async function written(where = place) {
  const customer = customerOf(office, norte, where)
  await customer.says('Oi')
  await settled()
  return customer
}
async function failing(times: number) {
  answer = fails
  for (let n = 0; n < times; n++) await written()
}
const past = (retryAt: string | null) => setSystemTime(Date.parse(retryAt!) + 1)

beforeEach(async () => {
  setSystemTime()
  answer = works
  await client.put(path, given)
  calls = 0
})
afterEach(() => void setSystemTime())

test('after five failures in a row conversations go to people at once, and administrators are told live', async () => {
  const socket = await client.socket()
  await failing(4)
  expect(await shown()).toMatchObject({ failures: 4, retryAt: null, lastError: 'HTTP 503' })
  await failing(1)
  type Told = { queueIntegration?: Robot }
  await socket.next(`company-${norte.id}-queueIntegration`, told => Boolean((told as Told).queueIntegration?.retryAt))
  socket.close()
  expect(await shown()).toMatchObject({ failures: 5, retryAt: expect.any(String), lastError: 'HTTP 503' })
  answer = works
  const customer = await written()
  expect(calls).toBe(5)
  expect(await customer.transcript()).toEqual(['> Oi'])
  const ticket = await customer.ticket()
  expect(ticket).toMatchObject({ status: 'pending', queueId: place.queueIds[0], useIntegration: false, userId: null })
  const { bot } = (await client.get<{ bot: object }>(`/tickets/${ticket!.id}`)).body
  expect(bot).toMatchObject({ holder: 'nobody', reason: 'robot_rests' })
})

test('a pause that was begun by a clock that is put back is no pause: one tries', async () => {
  setSystemTime(Date.now() + 24 * 3600_000)
  await failing(5)
  setSystemTime()
  expect(await shown()).toMatchObject({ failures: 5, retryAt: expect.any(String) })
  answer = works
  expect(await (await written()).transcript()).toEqual(['> Oi', '< Oi!'])
  expect(await shown()).toMatchObject({ failures: 0, retryAt: null })
})

test('failures that are not in a row open nothing', async () => {
  await failing(4)
  answer = works
  await written()
  expect(await shown()).toMatchObject({ failures: 0, lastError: null })
  await failing(4)
  expect(await shown()).toMatchObject({ failures: 4, retryAt: null })
})

test('after a pause one conversation tries while others do not wait, and each failure doubles the pause', async () => {
  await failing(5)
  const first = (await shown()).retryAt
  past(first)
  const held = Promise.withResolvers<Response>()
  answer = () => held.promise
  const trying = customerOf(office, norte, place)
  await trying.says('Oi')
  await until(() => calls === 6)
  const other = customerOf(office, norte, place)
  await other.says('Oi')
  await until(async () => !(await other.ticket()).useIntegration)
  expect(calls).toBe(6)
  expect(await trying.ticket()).toMatchObject({ useIntegration: true })
  held.resolve(fails())
  await settled()
  const again = await shown()
  expect(again).toMatchObject({ failures: 6 })
  expect(Date.parse(again.retryAt!) - Date.now()).toBeGreaterThan(110_000)
})

test('a try that works closes the circuit, and everyone is answered again', async () => {
  await failing(5)
  past((await shown()).retryAt)
  answer = works
  expect(await (await written()).transcript()).toEqual(['> Oi', '< Oi!'])
  expect(await shown()).toMatchObject({ failures: 0, retryAt: null, lastError: null })
  expect(await (await written()).transcript()).toEqual(['> Oi', '< Oi!'])
})

test('a test that works closes the circuit, one that fails does not, and another company’s says nothing', async () => {
  await failing(5)
  const before = await shown()
  await client.post('/queueIntegration/testSession', { ...given, id: made.id })
  expect(await shown()).toMatchObject({ failures: 5, retryAt: before.retryAt })
  answer = works
  const { client: other } = sul.staff.admin
  expect((await other.post('/queueIntegration/testSession', { ...given, id: made.id })).status).toBe(404)
  expect(await shown()).toMatchObject({ failures: 5 })
  await client.post('/queueIntegration/testSession', { ...given, id: made.id })
  expect(await shown()).toMatchObject({ failures: 0, retryAt: null, updatedAt: before.updatedAt })
  expect(await (await written()).transcript()).toEqual(['> Oi', '< Oi!'])
})

test('the circuit of a prompt leaves conversations in its queue, and closes when it is saved or tried with success', async () => {
  const [, support] = norte.queues
  const values = { ...norte.sample(prompts.facts), name: 'Vendedora', apiKey: KEY, baseUrl: openai.baseUrl, queueId: support.id }
  const { body: prompt } = await client.post<Robot>('/prompt', values)
  const ai = await worldOf(norte, { queues: [{ name: 'IA', promptId: prompt.id }] })
  const state = async () => (await client.get<Robot>(`/prompt/${prompt.id}`)).body
  openai.answer = () => failure(503, 'down')
  for (let n = 0; n < 5; n++) await written(ai)
  const open = await state()
  expect(open).toMatchObject({ failures: 5, retryAt: expect.any(String), lastError: 'ERR_AI_BUSY' })
  openai.received.length = 0
  openai.answer = () => ({ content: 'Olá!' })
  const customer = await written(ai)
  expect(openai.received).toEqual([])
  expect(await customer.ticket()).toMatchObject({ queueId: support.id, useIntegration: false, promptId: null })
  const { prompt: instructions } = values as unknown as { prompt: string }
  await client.post('/prompt/test', { id: prompt.id, prompt: instructions, apiKey: '' })
  expect(await state()).toMatchObject({ failures: 0, retryAt: null, updatedAt: open.updatedAt })
  await office.store.client.execute({ sql: 'update prompts set failures = 5, retry_at = 1 where id = ?', args: [prompt.id] })
  await client.put(`/prompt/${prompt.id}`, { name: 'Vendedora nova' })
  expect(await state()).toMatchObject({ failures: 0, retryAt: null })
  expect(await (await written(ai)).transcript()).toEqual(['> Oi', '< Olá!'])
})

import { afterAll, beforeEach, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { MAX_TEXT } from '#modules/messages'
import { testOffice } from '../../tests/office'
import { until } from '../../tests/until'
import { customerOf, worldOf } from './conversation/stories.fixture'

type Call = { body: { message?: { conversation: string } }; headers: Headers }
const calls: Call[] = []
let answer: () => Response | Promise<Response>
const hook = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  routes: { '/files/:name': () => new Response('500 mega', { headers: { 'content-type': 'text/plain' } }) },
  async fetch(request) {
    calls.push({ body: (await request.json()) as Call['body'], headers: request.headers })
    return answer()
  },
})
afterAll(() => hook.stop(true))
const destination = `127.0.0.1:${hook.port}`
const office = await testOffice({ OUTBOUND_ALLOW: destination })
const { norte, sul } = office
const { client } = norte.staff.admin
const [sales] = norte.queues

const given = { type: 'webhook', name: 'Nosso programa', urlN8N: `http://${destination}/` }
const { body: made } = await client.post<{ id: number }>('/queueIntegration', given)
const place = await worldOf(norte, { queues: [{ name: 'Programa', integrationId: made.id }] })
const shown = async () => (await client.get<{ lastError: string | null }>(`/queueIntegration/${made.id}`)).body
const settled = () =>
  until(async () => (await office.store.client.execute("select 1 from jobs where kind = 'robot-turn'")).rows.length === 0)
const change = (more: object) => client.put(`/queueIntegration/${made.id}`, { ...given, ...more })
beforeEach(async () => {
  await change({ settings: { token: null, signingSecret: null } })
  calls.length = 0
})

async function written(actions: unknown) {
  answer = () => Response.json({ actions })
  const customer = customerOf(office, norte, place)
  await customer.says('Oi')
  await settled()
  return customer
}

test('the program gets each message as the network gave it, in order, and its texts go back', async () => {
  await change({ settings: { token: 'segredo' } })
  answer = () => Response.json({ messages: [{ text: 'Primeiro' }, 'Segundo'] })
  const customer = customerOf(office, norte, place)
  const raw = { key: { id: 'IN-RAW' }, message: { conversation: 'Olá' }, messageTimestamp: 1, pushName: 'Helena' }
  await customer.says('Olá', { id: 'IN-RAW', raw: JSON.stringify(raw) })
  await customer.says('Tem horário?')
  await settled()
  expect(calls[0]!.body).toEqual(raw)
  expect(calls.map(({ body }) => body.message!.conversation)).toEqual(['Olá', 'Tem horário?'])
  const { headers } = calls[0]!
  expect([headers.get('content-type'), headers.get('authorization')]).toEqual(['application/json', 'Bearer segredo'])
  const said = (await customer.transcript()).filter(line => line.startsWith('<'))
  expect(said).toEqual(['< Primeiro', '< Segundo', '< Primeiro', '< Segundo'])
  expect(await customer.ticket()).toMatchObject({ status: 'pending', useIntegration: true })
})

test('twenty texts of an answer are said at most, and an answer of more than a megabyte is not read', async () => {
  answer = () => Response.json({ messages: Array.from({ length: 150 }, (_, i) => ({ text: `texto ${i}` })) })
  const customer = customerOf(office, norte, place)
  await customer.says('Olá')
  await settled()
  expect(await customer.transcript()).toEqual(['> Olá', ...Array.from({ length: 20 }, (_, i) => `< texto ${i}`)])
  expect(await customer.ticket()).toMatchObject({ useIntegration: true })
  answer = () => new Response(`[${'[],'.repeat(400_000)}{"text":"fim"}]`)
  await customer.says('De novo')
  await settled()
  expect(await customer.ticket()).toMatchObject({ useIntegration: false })
})

test('a call is signed with each secret, for its id and the moment', async () => {
  const secret = Buffer.from('um segredo de trinta e dois bytes')
  await change({ settings: { signingSecret: `whsec_${secret.toString('base64')} antigo` } })
  answer = () => Response.json({ text: 'Oi!' })
  await customerOf(office, norte, place).says('Olá', { id: 'IN-SIGNED' })
  await settled()
  const [{ headers, body }] = calls as [Call]
  const [id, timestamp] = [headers.get('webhook-id'), headers.get('webhook-timestamp')]
  const signature = (key: string | Buffer) =>
    createHmac('sha256', key)
      .update(`${id}.${timestamp}.${JSON.stringify(body)}`)
      .digest('base64')
  expect(headers.get('webhook-signature')).toBe(`v1,${signature(secret)} v1,${signature('antigo')}`)
  expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60)
  expect(id).toBe('IN-SIGNED')
})

test('a signing secret that would be an empty key is refused', async () => {
  for (const signingSecret of ['whsec_', 'bom whsec_!!!', `whsec_${Buffer.from('curto').toString('base64')}`])
    expect(await change({ settings: { signingSecret } })).toMatchObject({ status: 400, body: { code: 'ERR_VALIDATION' } })
})

test('an answer that is not JSON is only noted', async () => {
  await change({ type: 'n8n' })
  answer = () => new Response('ok')
  const customer = customerOf(office, norte, place)
  await customer.says('Olá')
  await settled()
  expect(await customer.transcript()).toEqual(['> Olá'])
  expect(await customer.ticket()).toMatchObject({ useIntegration: true })
  expect(await shown()).toMatchObject({ lastError: null, lastAt: expect.any(String) })
})

test('an answer says, sends a file, puts a tag on the ticket and moves it to a person of a queue, in its order', async () => {
  const customer = await written([
    { type: 'say', text: 'Segue a tabela.' },
    { type: 'media', url: `http://${destination}/files/pre%C3%A7os.txt` },
    { type: 'tag', name: norte.tag.name.toUpperCase() },
    { type: 'tag', name: 'não existe' },
    { type: 'transfer', queue: sales.id, userId: norte.staff.ana.id },
  ])
  expect(await customer.transcript()).toEqual(['> Oi', '< Segue a tabela.', '< preços.txt'])
  const ticket = (await customer.ticket())!
  expect(ticket).toMatchObject({ queueId: sales.id, userId: norte.staff.ana.id, useIntegration: false })
  const { body } = await client.get<{ tags: { id: number }[] }>(`/tickets/${ticket.id}`)
  expect(body.tags.map(tag => tag.id)).toEqual([norte.tag.id])
  expect(await shown()).toMatchObject({ lastError: null })
})

test('an answer leaves a conversation to a person, or ends it', async () => {
  const left = await written([{ type: 'hand_off', queue: sales.id }])
  expect(await left.ticket()).toMatchObject({ status: 'pending', queueId: sales.id, useIntegration: false })
  const named = await written([{ type: 'hand_off', queue: ' programa ' }])
  expect(await named.ticket()).toMatchObject({ queueId: place.queueIds[0], useIntegration: false })
  const ended = await written([{ type: 'say', text: 'Até logo' }, { type: 'close' }])
  expect(await ended.transcript()).toEqual(['> Oi', '< Até logo'])
  expect(await ended.ticket()).toMatchObject({ status: 'closed' })
})

const hi = { type: 'say', text: 'Oi' }
const WRONG: [what: string, actions: unknown, reason: string][] = [
  ['no list', 'say', 'ERR_ANSWER_INVALID: actions'],
  ['an unknown action', [hi, { type: 'delete' }], 'ERR_ANSWER_INVALID: actions.1.type'],
  ['a missing field', [hi, { type: 'transfer' }], 'ERR_ANSWER_INVALID: actions.1.queue'],
  ['a field too many', [hi, { ...hi, to: '5511987654321' }], 'ERR_ANSWER_INVALID: actions.1.to'],
  ['an address that is none', [hi, { type: 'media', url: 'file:///etc/passwd' }], 'ERR_ANSWER_INVALID: actions.1.url'],
  ['an action after the end', [{ type: 'close' }, hi], 'ERR_ANSWER_INVALID: actions.1'],
  ['too many', Array(21).fill(hi), 'ERR_ANSWER_INVALID: actions'],
]
for (const [what, actions, reason] of WRONG)
  test(`of an answer with ${what} nothing is done, and the page says where it is wrong`, async () => {
    const customer = await written(actions)
    expect(await customer.transcript()).toEqual(['> Oi'])
    expect(await customer.ticket()).toMatchObject({ status: 'pending', useIntegration: false })
    expect(await shown()).toMatchObject({ lastError: reason })
  })

test('a queue that is not here, or is another company’s, gets no conversation', async () => {
  for (const [queue, reason] of [
    ['Vendas Sul', 'ERR_ANSWER_QUEUE: actions.0.queue'],
    [sul.queues[0].id, 'ERR_NO_QUEUE_FOUND'],
  ]) {
    const customer = await written([{ type: 'transfer', queue }])
    expect((await customer.ticket())!.queueId).not.toBe(sul.queues[0].id)
    expect(await shown()).toMatchObject({ lastError: reason })
  }
})

test('a plugin that is restarted in the middle of an answer gives it anew, once', async () => {
  let asked = 0
  answer = () => (++asked === 1 ? new Promise<Response>(() => {}) : Response.json({ text: 'Pronto' }))
  const customer = customerOf(office, norte, place)
  await customer.says('Oi')
  await until(() => asked)
  expect((await client.post('/plugins/webhook/restart')).status).toBe(200)
  await settled()
  expect(await customer.transcript()).toEqual(['> Oi', '< Pronto'])
  expect(await customer.ticket()).toMatchObject({ useIntegration: true, status: 'pending' })
})

test('a text without end is as long as a message may be, also when it grows by a name', async () => {
  for (const word of ['x', '{{name}}']) {
    answer = () => Response.json({ text: word.repeat(900_000 / word.length) })
    const customer = customerOf(office, norte, place)
    await customer.says('Oi')
    await settled()
    expect((await customer.transcript())[1]!.length - 2).toBeLessThanOrEqual(MAX_TEXT)
  }
})

test('a try says how long it took, or why the address cannot be called', async () => {
  answer = () => Response.json({ text: 'Oi!' })
  const tried = async (urlN8N: string) => (await client.post<object>('/queueIntegration/testSession', { ...given, urlN8N })).body
  expect(await tried(given.urlN8N)).toMatchObject({ ok: true, reply: 'Oi!', detail: 'HTTP 200', ms: expect.any(Number) })
  expect(await tried('http://169.254.169.254/')).toMatchObject({ ok: false, error: 'ERR_OUTBOUND_PRIVATE_ADDRESS' })
  expect(await tried('http://does-not-exist.invalid/')).toMatchObject({ ok: false, error: 'ERR_OUTBOUND_UNREACHABLE' })
  expect(await tried('ftp://x')).toMatchObject({ code: 'ERR_VALIDATION' })
})

test('the test button shows what came back, and what is wrong with it', async () => {
  const tried = async (text?: string) => (await client.post<object>('/queueIntegration/testSession', { ...given, text })).body
  answer = () => Response.json({ actions: [{ type: 'tag', name: 'VIP' }, hi] })
  expect(await tried('Quero comprar')).toMatchObject({
    ok: true,
    reply: 'Oi',
    raw: '{"actions":[{"type":"tag","name":"VIP"},{"type":"say","text":"Oi"}]}',
  })
  answer = () => Response.json({ actions: [{ type: 'jump' }] })
  expect(await tried()).toMatchObject({ ok: false, error: 'ERR_ANSWER_INVALID: actions.0.type', raw: '{"actions":[{"type":"jump"}]}' })
  answer = () => new Response('{"text":', { headers: { 'content-type': 'application/json; charset=utf-8' } })
  expect(await tried()).toMatchObject({ ok: false, error: 'ERR_ANSWER_NOT_JSON', raw: '{"text":' })
  answer = () => new Response('workflow is not active', { status: 404 })
  expect(await tried()).toMatchObject({ ok: false, error: 'HTTP 404', raw: 'workflow is not active' })
  expect((await client.post('/queueIntegration/testSession', { ...given, text: ' ' })).status).toBe(400)
})

import { afterAll, beforeEach, expect, test } from 'bun:test'
import { testOffice } from '../../tests/office'
import { bubble, choice, failure, startTypebot, text } from '../../tests/peers/typebot'
import { until } from '../../tests/until'
import { customerOf, worldOf } from './conversation/stories.fixture'

const typebot = startTypebot('vendas')
afterAll(() => typebot.stop())
const office = await testOffice({ OUTBOUND_ALLOW: typebot.destination })
const { norte, sul } = office
const { client } = norte.staff.admin
const [sales] = norte.queues

// As clients of this family send it: all fields flat, also those of other types.
const given = {
  type: 'typebot',
  name: 'Fluxo',
  projectName: 'Fluxo',
  jsonContent: '',
  language: '',
  urlN8N: typebot.url,
  typebotSlug: 'vendas',
  typebotExpires: 60,
  typebotDelayMessage: 1,
  typebotKeywordFinish: 'sair',
  typebotKeywordRestart: '',
  typebotUnknownMessage: 'Não entendi.',
  typebotRestartMessage: '',
}
const { body: made } = await client.post<{ id: number }>('/queueIntegration', given)
const place = await worldOf(norte, { queues: [{ name: 'Fluxo', integrationId: made.id }] })
const settled = () =>
  until(async () => (await office.store.client.execute("select 1 from jobs where kind = 'robot-turn'")).rows.length === 0)
beforeEach(() => typebot.reset())

/** A customer whose messages were answered. */
async function written(...texts: string[]) {
  const customer = customerOf(office, norte, place)
  for (const one of texts) {
    await customer.says(one)
    await settled()
  }
  return customer
}

test('an integration of type typebot is read as it was sent, is tested, and is nobody else’s', async () => {
  expect((await client.get<object>(`/queueIntegration/${made.id}`)).body).toMatchObject(given)
  const { body: tried } = await client.post<object>('/queueIntegration/testSession', { ...given, id: made.id })
  expect(tried).toMatchObject({ ok: true, reply: 'Olá! Sou o fluxo.', detail: 'HTTP 200' })
  const { body: other } = await client.post<object>('/queueIntegration/testSession', { ...given, typebotSlug: 'outro' })
  expect(other).toMatchObject({ ok: false, error: 'HTTP 404' })
  const without = await client.post<{ details: object }>('/queueIntegration', { ...given, typebotSlug: '' })
  expect([without.status, without.body.details]).toEqual([400, { typebotSlug: ['Required'] }])
  expect((await sul.staff.admin.client.get(`/queueIntegration/${made.id}`)).status).toBe(404)
})

test('a flow answers a customer, sends files, and moves the conversation to a person of a queue', async () => {
  typebot.first = () => ({ messages: [text('Olá!'), bubble('embed', { url: `${typebot.url}/files/planos.txt` })], input: choice('Vendas') })
  typebot.file = () => new Response('500 mega', { headers: { 'content-type': 'text/plain' } })
  typebot.next = said => ({ messages: [text(`Passo para ${said}`), text(`#{"queueId":${sales.id},"userId":${norte.staff.ana.id}}`)] })
  const customer = await written('Oi', '1', 'Alguém?')
  expect(await customer.transcript()).toEqual(['> Oi', '< Olá!', '< planos.txt', '< ▶️ Vendas', '> 1', '< Passo para Vendas', '> Alguém?'])
  expect(await customer.ticket()).toMatchObject({ queueId: sales.id, userId: norte.staff.ana.id, useIntegration: false })
  expect(typebot.continued).toHaveLength(1)
})

test('a keyword closes the ticket, and who writes again begins the flow anew', async () => {
  const customer = await written('Oi', 'Sair')
  expect(await customer.ticket()).toMatchObject({ status: 'closed' })
  await customer.says('Voltei')
  await settled()
  expect(typebot.started.map(({ message, resultId }) => [message, resultId])).toEqual([
    ['Oi', undefined],
    ['Voltei', undefined],
  ])
})

test('a flow that fails leaves the conversation to a person, who sees why', async () => {
  typebot.first = () => failure(500, 'segredo do servidor')
  const customer = await written('Oi')
  expect(await customer.transcript()).toEqual(['> Oi'])
  expect(await customer.ticket()).toMatchObject({ status: 'pending', useIntegration: false })
  expect((await client.get<object>(`/queueIntegration/${made.id}`)).body).toMatchObject({ lastError: 'HTTP 500' })
})

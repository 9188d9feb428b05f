import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'
import { prompts } from '.'

const { norte, sul } = await testOffice()
const { client } = norte.staff.admin

type Prompt = { id: number; name: string; queueId: number | null; queue: { name: string } | null }
const given = (company: typeof norte, more: object = {}) => ({ ...company.sample(prompts.facts), ...more })
const details = async (more: object) => (await client.post<{ details: object }>('/prompt', given(norte, more))).body.details

test('a name is taken once a company', async () => {
  expect((await client.post('/prompt', given(norte, { name: '  Repetida ' }))).status).toBe(200)
  expect(await details({ name: 'Repetida' })).toEqual({ name: ['Este nome já está em uso'] })
  expect((await sul.staff.admin.client.post('/prompt', given(sul, { name: 'Repetida' }))).status).toBe(200)
})

test('what is not said of it is the usual, numbers come as forms send them, and it is read with its queue', async () => {
  const [queue] = norte.queues
  const said = given(norte, { queueId: String(queue.id), voiceKey: '', voiceRegion: '', temperature: undefined })
  const { body } = await client.post<Prompt>('/prompt', said)
  const usual = { voice: 'texto', voiceKey: null, maxTokens: 100, temperature: 1, maxMessages: 10 }
  expect(body).toMatchObject({ faq: '', baseUrl: null, model: '', ticketTokens: 100_000, monthlyTokens: 0, spentTokens: 0 })
  expect(body).toMatchObject({ ...usual, apiKey: '', hasApiKey: true, queue: { name: 'Vendas Norte' } })
  const changed = { temperature: '0,7', maxTokens: '300', voice: 'pt-BR-FranciscaNeural', voiceKey: 'azul' }
  expect((await client.put(`/prompt/${body.id}`, changed)).body).toMatchObject({ temperature: 0.7, maxTokens: 300, hasVoiceKey: true })
})

test('a queue that is not chosen, and what is too short or too much, are told at their fields', async () => {
  expect(await details({ queueId: '', name: 'Bia', prompt: 'Seja gentil.', apiKey: '', maxTokens: '' })).toEqual({
    queueId: ['Informe o setor'],
    name: ['Too Short!'],
    prompt: ['Too Short!'],
    apiKey: ['Obrigatório'],
    maxTokens: ['Obrigatório'],
  })
  expect(Object.keys(await details({ temperature: '2,1', maxMessages: 101, voice: 'alta' }))).toEqual([
    'voice',
    'temperature',
    'maxMessages',
  ])
})

test('a queue that is deleted leaves its prompts without one, and they hear of it', async () => {
  const { body: queue } = await client.post<{ id: number }>('/queue', { name: 'De passagem', color: '#123456' })
  const { body: row } = await client.post<Prompt>('/prompt', given(norte, { queueId: queue.id }))
  const socket = await client.socket()
  await client.delete(`/queue/${queue.id}`)
  const { payload } = await socket.next(`company-${norte.id}-prompt`, told => told['action'] === 'update')
  expect(payload!['prompt']).toMatchObject({ id: row.id, queueId: null, queue: null })
  socket.close()
})

test('a plan without AI refuses them', async () => {
  const { body } = await client.get<{ plan: { id: number } }>(`/companies/listPlan/${sul.id}`)
  await client.put(`/plans/${body.plan.id}`, { useOpenAi: false })
  expect(await client.get('/prompt')).toMatchObject({ status: 403, body: { code: 'ERR_NOT_IN_PLAN', details: { feature: 'useOpenAi' } } })
  await client.put(`/plans/${body.plan.id}`, { useOpenAi: true })
  expect((await client.get('/prompt')).status).toBe(200)
})

test('a key is sent to no address but the one it was given for', async () => {
  const { body } = await client.post<Prompt>('/prompt', given(norte, { name: 'De endereço novo' }))
  const refused = { status: 400, body: { details: { apiKey: ['Informe a chave de novo: o endereço mudou'] } } }
  const elsewhere = { baseUrl: 'http://127.0.0.1:9/v1' }
  expect(await client.put(`/prompt/${body.id}`, elsewhere)).toMatchObject(refused)
  const { prompt } = given(norte) as { prompt: string }
  expect(await client.post('/prompt/test', { id: body.id, prompt, apiKey: '', ...elsewhere })).toMatchObject(refused)
  expect((await client.put(`/prompt/${body.id}`, { ...elsewhere, apiKey: 'outra' })).status).toBe(200)
  expect((await client.put(`/prompt/${body.id}`, { ...elsewhere, temperature: 1 })).status).toBe(200)
})

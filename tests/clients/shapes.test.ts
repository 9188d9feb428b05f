import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../src/modules/users/schema'
import { type Answer, clientOf } from '../client'
import { PASSWORD } from '../factories'
import { testOffice } from '../office'
import shapes from './shapes.json'

// What clients of the family read of the session and the back office, as the keys of each answer: more may be there, none may be missing.

type Call = keyof typeof shapes
const office = await testOffice()
const { norte, product, store } = office
const { admin, ana } = norte.staff
const { client } = admin
const nobody = clientOf(product, '', '')
const answers = new Map<string, Answer<unknown>>()
type Row = { id: number; uuid: string; token: string; plans: Row[] }

/** Makes a call of the list: at its own path, or where the row of this company is. */
async function ask(call: Call, at?: string | null, body?: object, who = client, headers: Record<string, string> = {}) {
  const [method, path] = call.split(' ') as [string, string]
  const answer = await who.call<Row>(method, at ?? path, method === 'GET' || method === 'DELETE' ? undefined : (body ?? {}), headers)
  answers.set(call, answer)
  return answer.body
}

function keysOf(value: unknown, under = ''): string[] {
  if (Array.isArray(value)) return value.flatMap(one => keysOf(one, `${under}[]`))
  if (!value || typeof value !== 'object') return []
  const before = under && `${under}.`
  return Object.entries(value).flatMap(([key, one]) => [before + key, ...keysOf(one, before + key)])
}

async function signInAndOut() {
  const given = { email: ana.email, password: PASSWORD }
  await ask('POST /auth/login (bad password)', null, { ...given, password: 'outra' }, nobody)
  const { token } = await ask('POST /auth/login', null, given, nobody)
  const cookieOf = (call: Call) => answers.get(call)!.headers.getSetCookie()[0]!.split(';')[0]!
  const signedIn = clientOf(product, token, cookieOf('POST /auth/login'))
  await ask('POST /auth/refresh_token (no cookie)', null, {}, nobody)
  await ask('POST /auth/refresh_token', null, {}, signedIn, { cookie: signedIn.cookie })
  const cookie = cookieOf('POST /auth/refresh_token')
  await ask('GET /auth/me', null, {}, signedIn, { cookie })
  await ask('DELETE /auth/logout', null, {}, signedIn, { cookie })
}

async function installation() {
  const plan = (await client.get<Row>('/plans')).body.plans[0]!
  await client.put(`/plans/${plan.id}`, { isPublic: true })
  for (const call of [
    'GET /version',
    'GET /plans/list',
    'GET /plans/all',
    'GET /plans/register',
    'GET /plans',
    'GET /companies/list',
    'GET /companies',
  ] as const)
    await ask(call)
  await ask('GET /plans/1', `/plans/${plan.id}`)
  await ask('GET /companies/1', `/companies/${norte.id}`)
  await ask('GET /companies/listPlan/1', `/companies/listPlan/${norte.id}`)
  await client.post('/helps', { title: 'Como começar', description: 'Em dois minutos', video: 'dQw4w9WgXcQ' })
  await client.post('/announcements', { title: 'Novidade', text: 'Há uma', priority: 3, status: true })
  for (const call of ['GET /helps', 'GET /helps/list', 'GET /announcements/?searchParam=&pageNumber=1'] as const) await ask(call)
  await ask('GET /invoices/all?searchParam=&pageNumber=1')
  await ask('GET /invoices?pageNumber=1')
}

async function company() {
  const queueIds = norte.queues.map(({ id }) => id)
  await client.put(`/users/${admin.id}`, { queueIds })
  await client.put(`/whatsapp/${norte.connection.id}`, { queueIds, greetingMessage: 'Olá' })
  await store.db.update(users).set({ online: true }).where(eq(users.id, ana.id))
  for (const call of ['GET /users/', 'GET /users/?searchParam=ana&pageNumber=1', 'GET /users/list', 'GET /queue'] as const) await ask(call)
  await ask('GET /users/1', `/users/${admin.id}`)
  await ask('GET /queue/1', `/queue/${queueIds[0]}`)
  await ask('GET /whatsapp/?session=0')
  await ask('GET /whatsapp/1?session=0', `/whatsapp/${norte.connection.id}?session=0`)
  await ask('PUT /settings/userRating', null, { value: 'disabled' })
  for (const call of ['GET /settings', 'GET /settings/allowregister', 'GET /settings/doesnotexist'] as const) await ask(call)
  await ask('POST /users (invalid)', '/users', { name: 'U', email: 'bad', password: '1' })

  const { id } = await ask('POST /queue', null, {
    ...{ name: 'Fila API', color: '#010203', greetingMessage: 'oi', outOfHoursMessage: '', orderQueue: 99 },
    ...{ schedules: [], promptId: null, integrationId: null },
  })
  await ask('POST /queue (colour used)', '/queue', { name: 'Fila API 2', color: '#010203' })
  const option = await ask('POST /queue-options', null, { title: 'Opção 1', message: 'msg', option: 1, queueId: id, parentId: null })
  await ask('GET /queue-options?queueId=1&parentId=-1', `/queue-options?queueId=${id}&parentId=-1`)
  await ask('PUT /queue-options/:id', `/queue-options/${option.id}`, { title: 'Opção A' })
  await ask('DELETE /queue-options/:id', `/queue-options/${option.id}`)
  await ask('PUT /queue/:id', `/queue/${id}`, { name: 'Fila API x', color: '#010203' })
  await ask('DELETE /queue/:id', `/queue/${id}`)
}

async function writing() {
  const { contactId } = norte.tickets.open
  const planned = { body: 'mensagem agendada', sendAt: '2030-01-01T12:00', contactId, userId: admin.id }
  const schedule = await ask('POST /schedules', null, planned)
  await ask('POST /schedules (invalid)', '/schedules', { body: 'abc', sendAt: '', contactId })
  await ask('GET /schedules/?searchParam=&pageNumber=1')
  await ask('PUT /schedules/:id', `/schedules/${schedule.id}`, { body: 'mensagem nova' })
  await ask('DELETE /schedules/:id', `/schedules/${schedule.id}`)

  const quick = await ask('POST /quick-messages', null, { shortcode: 'abc', message: 'texto', geral: false })
  await ask('GET /quick-messages/list?companyId=1&userId=1', `/quick-messages/list?companyId=${norte.id}&userId=${admin.id}`)
  await ask('GET /quick-messages?pageNumber=1&searchParam=')
  await ask('PUT /quick-messages/:id', `/quick-messages/${quick.id}`, { shortcode: 'abcd', message: 'texto', geral: true })
  await ask('DELETE /quick-messages/:id', `/quick-messages/${quick.id}`)

  const { id, uuid } = await ask('POST /chats', null, { title: 'Chat API', users: [{ id: ana.id }] })
  await ask('POST /chats/:id/messages', `/chats/${id}/messages`, { message: 'oi' })
  await ask('GET /chats/:id/messages', `/chats/${id}/messages`)
  await ask('GET /chats?pageNumber=1')
  await ask('GET /chats (one chat)', '/chats')
  await ask('GET /chats/:uuid', `/chats/${uuid}`)
  await ask('POST /chats/:id/read', `/chats/${id}/read`, { userId: admin.id })
  await ask('DELETE /chats/:id', `/chats/${id}`)
  await ask('POST /api/messages/send (bad token)', '/api/messages/send', { number: '5511999990000', body: 'oi' }, nobody)
}

async function campaigns() {
  const list = await ask('POST /contact-lists', null, { name: 'Lista API', companyId: norte.id })
  const person = { name: 'Fulano', number: '5511977776666', email: '', contactListId: list.id }
  await ask('POST /contact-list-items', null, person)
  await ask('GET /contact-lists/?searchParam=&pageNumber=1')
  await ask('GET /contact-lists/list?companyId=1')
  await ask('GET /contact-list-items?searchParam=&pageNumber=1&contactListId=1', `/contact-list-items?contactListId=${list.id}`)
  const { id } = await ask('POST /campaigns', null, {
    ...{ name: 'Campanha API', message1: 'oi {nome}', status: 'INATIVA', confirmation: false, scheduledAt: null },
    ...{ whatsappId: norte.connection.id, contactListId: list.id, tagListId: 'Nenhuma', fileListId: null, companyId: norte.id },
  })
  await ask('GET /campaigns/:id', `/campaigns/${id}`)
  await ask('GET /campaigns/?searchParam=&pageNumber=1')
  await ask('PUT /campaigns/:id', `/campaigns/${id}`, { name: 'Campanha API 2' })
  await ask('POST /campaigns/:id/cancel', `/campaigns/${id}/cancel`)
  await ask('DELETE /campaigns/:id', `/campaigns/${id}`)
  await ask('DELETE /contact-lists/:id', `/contact-lists/${list.id}`)
  const variables = [{ key: 'a', value: 'b' }]
  const settings = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60, variables }
  await ask('POST /campaign-settings', null, { settings })
  await ask('GET /campaign-settings')
}

async function answering() {
  const files = await ask('POST /files', null, { name: 'Arquivos API', message: 'm', options: [{ name: 'o1', path: '', mediaType: '' }] })
  await ask('GET /files/:id', `/files/${files.id}`)
  await ask('GET /files/?searchParam=&pageNumber=1')
  await ask('DELETE /files/:id', `/files/${files.id}`)
  const prompt = await ask('POST /prompt', null, {
    ...{ name: 'Prompt API', apiKey: 'k', prompt: 'p'.repeat(60), queueId: norte.queues[0].id, maxMessages: 10, maxTokens: 100 },
    ...{ temperature: 1, voice: 'texto', voiceKey: '', voiceRegion: '' },
  })
  await ask('POST /prompt (invalid)', '/prompt', { name: 'x' })
  await ask('GET /prompt')
  await ask('GET /prompt/:id', `/prompt/${prompt.id}`)
  await ask('DELETE /prompt/:id', `/prompt/${prompt.id}`)
  const robot = await ask('POST /queueIntegration', null, {
    ...{ type: 'typebot', name: 'Bot API', projectName: 'Bot API', jsonContent: '', language: '', urlN8N: 'http://127.0.0.1:9' },
    ...{ typebotSlug: 's', typebotExpires: 1, typebotDelayMessage: 1000 },
  })
  await ask('GET /queueIntegration/?searchParam=&pageNumber=1')
  await ask('PUT /queueIntegration/:id', `/queueIntegration/${robot.id}`, { name: 'Bot API 2' })
  await ask('DELETE /queueIntegration/:id', `/queueIntegration/${robot.id}`)
}

for (const part of [installation, company, writing, campaigns, answering, signInAndOut]) await part()

test.each(Object.keys(shapes) as Call[])('%s answers with the keys and the state that clients read', call => {
  const { status, body } = answers.get(call)!
  const shown = new Set(keysOf(body))
  const missing = shapes[call].keys.split(' ').filter(key => key && !shown.has(key))
  expect({ status, missing, body: missing.length ? body : '' }).toEqual({ status: shapes[call].status, missing: [], body: '' })
})

import { expect, test } from 'bun:test'
import { connections } from '#modules/connections'
import { clientOf, type Answer } from '../client'
import { newPhone, PASSWORD } from '../factories'
import { testOffice } from '../office'
import samples from './samples.json'

/** What was recorded of the program that clients were written for: a call, the status and the keys of its answer. */
const recorded = samples as unknown as Record<string, [status: number, keys: string]>

type Row = { id: number; uuid: string; messages: { id: string }[] }

const office = await testOffice()
const { norte, product } = office
const { connection, tickets, staff } = norte
const [queue, other] = norte.queues
const { id: me, client } = staff.admin
const nobody = clientOf(product, '', '')
const session = { cookie: `jrt=${client.cookie}` }
const EMAIL = staff.admin.email

const { control } = await product.sandbox.start()
product.channel.start(connection)
await product.sandbox.link(() => connections.load(norte.ctx, connection.id), '5511940000078')
const [number, listed] = [newPhone(), newPhone()]
for (const phone of [number, listed]) control.addPhone({ phone, name: 'Contato API' })

const answers = new Map<string, Answer<unknown>>()
async function ask(name: string, asked: Promise<Answer<unknown>>): Promise<Row> {
  const answer = await asked
  answers.set(name, answer)
  return answer.body as Row
}

const get = (name: string, path = name.slice('GET '.length)) => ask(name, client.get(path))
const post = (name: string, body?: object, path = name.slice('POST '.length)) => ask(name, client.post(path, body))
const put = (name: string, id: number | string, body?: object) =>
  ask(name, client.put(name.slice('PUT '.length).replace(/:id.*/, String(id)), body))
const remove = (name: string, id: number | string) => ask(name, client.delete(name.slice('DELETE '.length).replace(':id', String(id))))

async function asked() {
  const { contactId } = tickets.open
  await client.put('/settings/singleSession', { value: 'disabled' })
  await client.put(`/users/${me}`, { queueIds: [queue.id, other.id], companyId: norte.id })
  await client.put(`/tickets/${tickets.open.id}`, { queueId: queue.id })
  await client.post('/tags/sync', { ticketId: tickets.open.id, tags: [{ id: norte.tag.id }] })
  await client.put(`/contacts/${contactId}`, { extraInfo: [{ name: 'cpf', value: '1' }] })

  await get('GET /nothing-here')
  await get('GET /version')
  await ask('GET /tickets (no token)', nobody.get('/tickets'))
  await ask('GET /tickets (bad token)', clientOf(product, 'no.such.token', '').get('/tickets'))
  await ask('POST /auth/login (bad password)', nobody.post('/auth/login', { email: EMAIL, password: 'wrong1' }))
  await ask('POST /auth/refresh_token (no cookie)', nobody.post('/auth/refresh_token'))
  await ask('POST /auth/refresh_token', nobody.call('POST', '/auth/refresh_token', undefined, session))
  await ask('GET /auth/me', nobody.call('GET', '/auth/me', undefined, session))

  await get('GET /users/')
  await get('GET /users/?searchParam=ana&pageNumber=1')
  await get('GET /users/1', `/users/${me}`)
  await get('GET /users/list')
  await get('GET /companies')
  await get('GET /companies/1', `/companies/${norte.id}`)
  await get('GET /companies/list')
  await get('GET /companies/listPlan/1', `/companies/listPlan/${norte.id}`)
  await client.post('/plans', { name: 'Básico', users: 1, connections: 1, queues: 1, isPublic: true })
  for (const name of ['', '/1', '/all', '/list', '/register']) await get(`GET /plans${name}`)
  for (const name of ['', '/allowregister', '/doesnotexist']) await get(`GET /settings${name}`)
  await post('POST /users', { name: 'User API', email: 'userapi@bench.local2', password: '12345', profile: 'user', queueIds: [queue.id] })
  await post('POST /users (invalid)', { name: 'U', email: 'bad', password: '1' }, '/users')
  await put('PUT /settings/userRating', '', { value: 'disabled' })

  await get('GET /contacts/?searchParam=ana&pageNumber=1', '/contacts/?searchParam=cliente&pageNumber=1')
  await get('GET /contacts/1', `/contacts/${contactId}`)
  await get('GET /contacts/999999')
  await get('GET /tickets/1', `/tickets/${tickets.open.id}`)
  await get('GET /tickets/999999')
  await get('GET /tickets/u/143f8d3e-149b-466b-a5a6-2dde8b0ffaa6', `/tickets/u/${tickets.open.uuid}`)
  await get('GET /tickets/u/00000000-0000-4000-a000-000000000000')
  const mine = encodeURIComponent(JSON.stringify([queue.id, other.id]))
  await get(
    'GET /tickets?pageNumber=1&status=open&showAll=true&queueIds=%5B1%2C2%2C3%5D',
    `/tickets?pageNumber=1&status=open&showAll=true&queueIds=${mine}`,
  )
  await get('GET /ticket/kanban?queueIds=%5B1%2C2%2C3%5D', `/ticket/kanban?queueIds=${mine}`)
  await get('GET /ticket/reports')
  await norte.makeMessage(tickets.open, { queueId: queue.id })
  await get('GET /messages/1?pageNumber=1', `/messages/${tickets.open.id}?pageNumber=1`)
  await get('GET /dashboard?days=30')
  for (const what of ['ticketsUsers', 'ticketsDay']) {
    const name = `GET /dashboard/${what}?initialDate=2026-11-01&finalDate=2026-11-20&companyId=1`
    await get(name)
  }
  await get('GET /dashboard/ticketsDay?initialDate=2026-11-19&finalDate=2026-11-19&companyId=1')

  await client.post('/tags', { name: 'Etapa 1', kanban: 1 })
  const tag = await post('POST /tags', { name: 'Etiqueta API', color: '#112233', kanban: 0 })
  await post('POST /tags (name too short)', { name: 'ab' }, '/tags')
  await put('PUT /tags/:id', tag.id, { name: 'Etiqueta API 2', color: '#112233' })
  for (const name of ['/', '/list', '/kanban']) await get(`GET /tags${name}`)
  await get('GET /tags/1', `/tags/${tag.id}`)
  await post('POST /tags/sync', { ticketId: tickets.open.id, tags: [{ id: tag.id, name: 'x' }] })
  await ask('PUT /ticket-tags/2/1', client.put(`/ticket-tags/${tickets.open.id}/${tag.id}`))
  await ask('DELETE /ticket-tags/2', client.delete(`/ticket-tags/${tickets.open.id}`))
  await remove('DELETE /tags/:id', tag.id)

  const fresh = { name: 'Fila API', color: '#010203', greetingMessage: 'oi', outOfHoursMessage: '', orderQueue: 99, schedules: [] }
  const made = await post('POST /queue', { ...fresh, promptId: null, integrationId: null })
  await post('POST /queue (colour used)', { name: 'Fila API 2', color: '#010203' }, '/queue')
  const option = await post('POST /queue-options', { title: 'Opção 1', message: 'msg', option: 1, queueId: made.id, parentId: null })
  await put('PUT /queue-options/:id', option.id, { title: 'Opção A' })
  await get('GET /queue-options?queueId=1&parentId=-1', `/queue-options?queueId=${made.id}&parentId=-1`)
  await client.put(`/whatsapp/${connection.id}`, { queueIds: [made.id] })
  await get('GET /whatsapp/?session=0')
  await get('GET /whatsapp/1?session=0', `/whatsapp/${connection.id}?session=0`)
  await remove('DELETE /queue-options/:id', option.id)
  await put('PUT /queue/:id', made.id, { name: 'Fila API x', color: '#010203' })
  await get('GET /queue')
  await get('GET /queue/1', `/queue/${made.id}`)
  await remove('DELETE /queue/:id', made.id)

  const person = { name: 'Contato API', number, email: 'a@b.co', extraInfo: [{ name: 'cpf', value: '1' }] }
  const contact = await post('POST /contacts', person)
  await post('POST /contacts (same number)', { name: 'Contato API', number }, '/contacts')
  await put('PUT /contacts/:id', contact.id, { name: 'Contato API 2', number, email: '' })
  const wanted = { contactId: contact.id, userId: me, queueId: queue.id, whatsappId: connection.id, status: 'open' }
  const ticket = await post('POST /tickets', wanted)
  await post('POST /tickets (already open)', wanted, '/tickets')
  await post('POST /messages/:ticketId', { body: 'olá', fromMe: true, read: 1, mediaUrl: '' }, `/messages/${ticket.id}`)
  const { messages } = await get('GET /messages/:ticketId (after send)', `/messages/${ticket.id}`)
  const sent = messages[0]!.id

  await post('POST /messages/edit/:id', { body: 'olá editado', fromMe: true, read: 1, mediaUrl: '' }, `/messages/edit/${sent}`)
  await post('POST /messages/:id/reactions', { type: '👍' }, `/messages/${sent}/reactions`)
  await post('POST /message/forward', { messageId: sent, contactId: contact.id, signMessage: true })
  await remove('DELETE /messages/:id', sent)
  const note = await post('POST /ticket-notes', { note: 'nota', ticketId: ticket.id, contactId: contact.id })
  await post('POST /ticket-notes (too short)', { note: 'a', ticketId: ticket.id, contactId: contact.id }, '/ticket-notes')
  await get('GET /ticket-notes/list', `/ticket-notes/list?ticketId=${ticket.id}&contactId=${contact.id}`)
  await get(
    'GET /ticket-notes/list?ticketId=1&contactId=1',
    `/ticket-notes/list?ticketId=${tickets.closed.id}&contactId=${tickets.closed.contactId}`,
  )
  await remove('DELETE /ticket-notes/:id', note.id)
  await put('PUT /tickets/:id (return)', ticket.id, { status: 'pending', userId: null })
  await put('PUT /tickets/:id (accept)', ticket.id, { status: 'open', userId: me })
  await put('PUT /tickets/:id (close)', ticket.id, { status: 'closed', userId: me })
  await remove('DELETE /tickets/:id', ticket.id)

  const schedule = await post('POST /schedules', {
    body: 'mensagem agendada',
    sendAt: '2030-01-01T12:00',
    contactId: contact.id,
    userId: me,
  })
  await post('POST /schedules (invalid)', { body: 'abc', sendAt: '', contactId: contact.id }, '/schedules')
  await get('GET /schedules/?searchParam=&pageNumber=1')
  await put('PUT /schedules/:id', schedule.id, { body: 'mensagem nova' })
  await remove('DELETE /schedules/:id', schedule.id)
  await remove('DELETE /contacts/:id', contact.id)
  const quick = await post('POST /quick-messages', { shortcode: 'abc', message: 'texto', geral: false })
  await put('PUT /quick-messages/:id', quick.id, { shortcode: 'abcd', message: 'texto', geral: true })
  await get('GET /quick-messages/list?companyId=1&userId=1', `/quick-messages/list?companyId=${norte.id}&userId=${me}`)
  await get('GET /quick-messages?pageNumber=1&searchParam=')
  await remove('DELETE /quick-messages/:id', quick.id)

  const chat = await post('POST /chats', { title: 'Chat API', users: [{ id: staff.ana.id }] })
  await post('POST /chats/:id/messages', { message: 'oi' }, `/chats/${chat.id}/messages`)
  await get('GET /chats/:id/messages', `/chats/${chat.id}/messages`)
  await get('GET /chats/:uuid', `/chats/${chat.uuid}`)
  await get('GET /chats?pageNumber=1')
  await get('GET /chats (one chat)', '/chats?pageNumber=1')
  await post('POST /chats/:id/read', { userId: me }, `/chats/${chat.id}/read`)
  await remove('DELETE /chats/:id', chat.id)
  await get('GET /announcements/?searchParam=&pageNumber=1')
  for (const name of ['', '/list']) await get(`GET /helps${name}`)

  const list = await post('POST /contact-lists', { name: 'Lista API', companyId: norte.id })
  await post('POST /contact-list-items', { name: 'Fulano', number: listed, email: '', contactListId: list.id })
  await get('GET /contact-lists/?searchParam=&pageNumber=1')
  await get('GET /contact-lists/list?companyId=1', `/contact-lists/list?companyId=${norte.id}`)
  await get(
    'GET /contact-list-items?searchParam=&pageNumber=1&contactListId=1',
    `/contact-list-items?searchParam=&pageNumber=1&contactListId=${list.id}`,
  )
  const reach = { name: 'Campanha API', message1: 'oi {nome}', status: 'INATIVA', confirmation: false, scheduledAt: null }
  const chosen = { whatsappId: connection.id, contactListId: list.id, tagListId: 'Nenhuma', fileListId: null, companyId: norte.id }
  const campaign = await post('POST /campaigns', { ...reach, ...chosen })
  await get('GET /campaigns/:id', `/campaigns/${campaign.id}`)
  await get('GET /campaigns/?searchParam=&pageNumber=1')
  await put('PUT /campaigns/:id', campaign.id, { ...reach, ...chosen, name: 'Campanha API 2' })
  await post('POST /campaigns/:id/cancel', undefined, `/campaigns/${campaign.id}/cancel`)
  await remove('DELETE /campaigns/:id', campaign.id)
  await remove('DELETE /contact-lists/:id', list.id)
  const pace = { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60, variables: [{ key: 'a', value: 'b' }] }
  await post('POST /campaign-settings', { settings: pace })
  await get('GET /campaign-settings')
  const files = await post('POST /files', { name: 'Arquivos API', message: 'm', options: [{ name: 'o1', path: '', mediaType: '' }] })
  await get('GET /files/:id', `/files/${files.id}`)
  await get('GET /files/?searchParam=&pageNumber=1')
  await remove('DELETE /files/:id', files.id)
  const prompt = await post('POST /prompt', {
    ...{ name: 'Prompt API', apiKey: 'k', prompt: 'p'.repeat(60), queueId: queue.id, maxMessages: 10, maxTokens: 100 },
    ...{ temperature: 1, voice: 'texto', voiceKey: '', voiceRegion: '' },
  })
  await post('POST /prompt (invalid)', { name: 'x' }, '/prompt')
  await get('GET /prompt')
  await get('GET /prompt/:id', `/prompt/${prompt.id}`)
  await remove('DELETE /prompt/:id', prompt.id)
  const robot = await post('POST /queueIntegration', {
    ...{ type: 'typebot', name: 'Bot API', projectName: 'Bot API', jsonContent: '', language: '', urlN8N: 'http://127.0.0.1:9' },
    ...{ typebotSlug: 's', typebotExpires: 1, typebotDelayMessage: 1000 },
  })
  await put('PUT /queueIntegration/:id', robot.id, { name: 'Bot API 2' })
  await get('GET /queueIntegration/?searchParam=&pageNumber=1')
  await remove('DELETE /queueIntegration/:id', robot.id)
  await post('POST /queueIntegration/testSession', { projectName: 'p', jsonContent: '{}', language: 'pt-BR' })
  await get('GET /invoices/all?searchParam=&pageNumber=1')
  await get('GET /invoices?pageNumber=1')
  await post('POST /subscription', { price: '30', users: '10', connections: '10', invoiceId: 1 })
  await post('POST /forgetpassword/nobody@x.y')
  await post('POST /resetpasswords/nobody@x.y/tok/Abcdefg1')
  await ask(
    'POST /api/messages/send (bad token)',
    clientOf(product, 'nenhum-token', '').post('/api/messages/send', { number: '5511999990000', body: 'oi' }),
  )
  await ask('POST /auth/login', nobody.post('/auth/login', { email: EMAIL, password: PASSWORD }))
  await ask('DELETE /auth/logout', nobody.call('DELETE', '/auth/logout', undefined, session))
}
await asked()

function keysIn(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap(item => keysIn(item, `${at}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const path = at ? `${at}.${key}` : key
    return [path, ...keysIn(part, path)]
  })
}

/** Calls that are answered otherwise on purpose, with the status and why. */
const OTHERWISE: Record<string, [status: number, why: string]> = {
  'GET /contacts/999999': [404, 'a row that is not there is no other company’s: ERR_NO_CONTACT_FOUND'],
  'GET /tickets/999999': [404, 'the same: ERR_NO_TICKET_FOUND'],
  'GET /ticket/reports': [200, 'later lines of the family have it'],
  'POST /queueIntegration/testSession': [400, 'the recorded server lacks what its own page asks for; here what is left out is told'],
  'POST /subscription': [409, 'an invoice that nobody has cannot be paid, which is said in a sentence'],
  'POST /forgetpassword/nobody@x.y': [400, 'no answer tells which address is known; this one is none'],
  'POST /resetpasswords/nobody@x.y/tok/Abcdefg1': [400, 'the same'],
}
/** Keys that nobody is told, by the call and what they begin with, and why. */
const UNTOLD: [call: RegExp, keys: RegExp, why: string][] = [
  [/^GET \/messages\//, /^messages\[\]\.queue\.(?!id$|name$|color$)/, 'a page would say the greeting of its queue with every message'],
  [/^POST \/messages\/:id\/reactions$/, /^reactionResult/, 'the network is asked after the answer, and again while it is away'],
  [/^GET \/tags\/$|^GET \/contact-lists\/\?/, /^count\[\]/, 'a count is a number, or the next page would never load'],
  [/^GET \/ticket-notes\/list$/, /user\.email$/, 'what somebody signs in with is for administrators'],
  [/^(GET|POST) \/chats/, /(user|owner)\.(?!id$|name$)/, 'of a colleague in a room the name'],
  [/^GET \/(quick-messages|contact-lists)\/list\?/, /^\[\]\.company/, 'every row is the own company’s, which the session names'],
  [/^GET \/announcements/, /companyId$/, 'they are the installation’s'],
  [/^POST \/campaign-settings$/, /(created|updated)At$/, 'a setting that nobody chose has no row'],
  [/^(GET|POST) \/prompt/, /Tokens$/, 'nothing counts into them on the recorded server either'],
]

test('every recorded call was asked', () => {
  expect(Object.keys(recorded).filter(name => !answers.has(name))).toEqual([])
})

test.each(Object.keys(recorded))('%s is answered as recorded', name => {
  const [status, keys] = recorded[name]!
  const answer = answers.get(name)!
  const otherwise = OTHERWISE[name]
  expect({ status: answer.status, text: answer.text.slice(0, 300) }).toMatchObject({ status: otherwise?.[0] ?? status })
  if (otherwise) return
  const told = new Set(keysIn(answer.body))
  const untold = UNTOLD.filter(([call]) => call.test(name))
  expect(keys.split(' ').filter(key => key && !told.has(key) && !untold.some(([, keys]) => keys.test(key)))).toEqual([])
})

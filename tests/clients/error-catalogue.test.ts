import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { errors as en } from '../../web/i18n/en/errors'
import { errors as es } from '../../web/i18n/es/errors'
import { errors as pt } from '../../web/i18n/pt/errors'
import { clientOf, type Answer } from '../client'
import { newPhone } from '../factories'
import { testOffice } from '../office'
import { until } from '../until'

const office = await testOffice()
const { norte, sul, product, store } = office
const { client } = norte.staff.admin
const nobody = clientOf(product, '', '')

type Refused = Answer<{ error: string }>
type Shown = { id: number; status: string; number: string }
const NONE = 999_999_999

await client.post(`/whatsappsession/${norte.connection.id}`)
await client.post(`/sandbox/${norte.connection.id}/link`, {})
/** The connection of the sandbox, once it is online. */
const online = () =>
  until(async () => {
    const { body } = await client.get<Shown>(`/whatsapp/${norte.connection.id}`)
    return product.channel.isOpen(body.id) && body.status === 'CONNECTED' && body
  })

/** What nobody foresaw, told by the database itself. */
async function whileInsertsFail(table: string, ask: () => Promise<Refused>) {
  await store.client.execute(`create trigger broken before insert on ${table} begin select raise(abort, 'broken'); end`)
  try {
    return await ask()
  } finally {
    await store.client.execute('drop trigger broken')
  }
}

async function lostFile() {
  const { open } = norte.tickets
  const form = new FormData()
  form.append('medias', new File(['um arquivo'], 'contrato.txt', { type: 'text/plain' }))
  await client.post(`/messages/${open.id}`, form)
  const { body } = await client.get<{ messages: { mediaUrl: string | null }[] }>(`/messages/${open.id}`)
  const address = body.messages.findLast(({ mediaUrl }) => mediaUrl)!.mediaUrl!
  expect((await nobody.get(address)).status).toBe(200)
  await rm(product.ctxFor(norte.id).media.path(/media\/(\w+)/.exec(address)![1]!))
  return nobody.get<{ error: string }>(address)
}

/** The line goes while the network is asked. */
async function checkInterrupted() {
  const { number } = await online()
  const control = product.sandbox.control!
  control.fault({ account: number, halfOpen: true })
  const asked = client.post<{ error: string }>('/contacts', { name: 'Ninguém', number: newPhone() })
  await until(() => product.sandbox.control!.state().faults.some(({ faults }) => faults.halfOpen))
  control.disconnect({ account: number })
  const answer = await asked
  control.fault({ account: number, halfOpen: false })
  return answer
}

async function unreadableMessages() {
  const { support } = norte.tickets
  const column = `update messages set media = ? where ticket_id = ${support.id}`
  await store.client.execute({ sql: column, args: ['{'] })
  const answer = await client.get<{ error: string }>(`/messages/${support.id}`)
  await store.client.execute({ sql: column, args: [null] })
  return answer
}

async function withoutConnections() {
  const other = sul.staff.admin.client
  const { body } = await other.get<Shown[]>('/whatsapp')
  for (const { id } of body) await other.delete(`/whatsapp/${id}`)
  return other.post<{ error: string }>('/tickets', { contactId: sul.tickets.closed.contactId, queueId: sul.queues[0].id })
}

async function notRunning() {
  const { body } = await client.post<Shown>('/whatsapp', { name: 'Parada', sandbox: true })
  await client.delete(`/whatsappsession/${body.id}`)
  return client.put<{ error: string }>(`/whatsappsession/${body.id}`, { number: newPhone() })
}

const newTicket = () =>
  client.post<{ error: string }>('/tickets', { contactId: norte.tickets.closed.contactId, queueId: norte.queues[0].id })
const [queue, other] = norte.queues

/** Each code of the contract, where a client meets it. */
const CATALOGUE: [code: string, status: number, ask: () => Promise<Answer<unknown>>][] = [
  ['ERR_NO_OTHER_WHATSAPP', 400, () => client.put(`/whatsapp/${norte.connection.id}`, { isDefault: false })],
  ['ERR_NO_DEF_WAPP_FOUND', 404, withoutConnections],
  ['ERR_WAPP_NOT_INITIALIZED', 400, notRunning],
  ['ERR_WAPP_CHECK_CONTACT', 400, checkInterrupted],
  ['ERR_WAPP_INVALID_CONTACT', 400, async () => (await online(), client.post('/contacts', { name: 'Ninguém', number: newPhone() }))],
  ['ERR_WAPP_DOWNLOAD_MEDIA', 404, lostFile],
  ['ERR_INVALID_CREDENTIALS', 401, () => nobody.post('/auth/login', { email: 'ninguem@norte.com', password: 'qualquer' })],
  ['ERR_SENDING_WAPP_MSG', 400, () => client.post(`/messages/${norte.message.uid}/reactions`, { type: 'não é um emoji' })],
  ['ERR_DELETE_WAPP_MSG', 400, async () => client.delete(`/messages/${(await norte.makeMessage(norte.tickets.open)).uid}`)],
  ['ERR_OTHER_OPEN_TICKET', 400, () => client.post('/tickets', { contactId: norte.tickets.open.contactId, queueId: queue.id })],
  ['ERR_SESSION_EXPIRED', 401, () => nobody.get('/tickets')],
  ['ERR_USER_CREATION_DISABLED', 403, () => nobody.post('/auth/signup', { name: 'Ana', email: 'ana@exemplo.com', password: 'fita-verde' })],
  ['ERR_NO_PERMISSION', 403, () => norte.staff.ana.client.post('/whatsapp-restart')],
  [
    'ERR_DUPLICATED_CONTACT',
    400,
    async () => client.put(`/contacts/${(await norte.makeContact()).id}`, { number: (await norte.makeContact()).number }),
  ],
  ['ERR_NO_SETTING_FOUND', 404, () => client.put('/settings/nenhuma', { value: 'x' })],
  ['ERR_NO_CONTACT_FOUND', 404, () => client.get(`/contacts/${NONE}`)],
  ['ERR_NO_TICKET_FOUND', 404, () => client.get(`/tickets/${NONE}`)],
  ['ERR_NO_USER_FOUND', 404, () => client.get(`/users/${NONE}`)],
  ['ERR_NO_WAPP_FOUND', 404, () => client.get(`/whatsapp/${NONE}`)],
  [
    'ERR_CREATING_MESSAGE',
    500,
    () => whileInsertsFail('messages', () => client.post(`/messages/${norte.tickets.open.id}`, { body: 'oi' })),
  ],
  ['ERR_CREATING_TICKET', 500, () => whileInsertsFail('tickets', newTicket)],
  ['ERR_FETCH_WAPP_MSG', 500, unreadableMessages],
  ['ERR_QUEUE_COLOR_ALREADY_EXISTS', 400, () => client.post('/queue', { name: 'Cor de outra', color: '#33a340' })],
  ['ERR_WAPP_GREETING_REQUIRED', 400, () => client.put(`/whatsapp/${norte.connection.id}`, { queueIds: [queue.id, other.id] })],
]

test('the contract has twenty-four codes', () => {
  expect(new Set(CATALOGUE.map(([code]) => code)).size).toBe(24)
})

test.each(CATALOGUE)('%s is met', async (code, status, ask) => {
  const answer = (await ask()) as Refused
  const { error } = answer.body
  expect({ status: answer.status, code: error.startsWith('{') ? (JSON.parse(error) as { code: string }).code : error }).toEqual({
    status,
    code,
  })
})

test.each(CATALOGUE.map(([code]) => code))('%s has words of its own in three languages', code => {
  const said = [pt, en, es].map(texts => {
    const all = texts as Record<string, string>
    return all[`error.${code}`] ?? all[`field.${code}`]
  })
  expect(said.filter(text => text && !text.includes('ERR_'))).toHaveLength(3)
  expect(new Set(said).size).toBe(3)
})

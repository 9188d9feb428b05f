import { beforeAll, expect, spyOn, test } from 'bun:test'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { connections } from '#modules/connections'
import { plans } from '../modules/plans/schema'
import { clientOf } from '../../tests/client'
import { newPhone, until } from '../../tests/factories'
import { testOffice } from '../../tests/office'
import type { Control } from '../sandbox/network'

const SHOP = '5511940000078'
type Sent = { mensagem: string; id: string; messages: string[]; ticketId: number }
type Fate = { id: string; ticketId: number; status: string; failReason: string | null }
type Ticket = { id: number; status: string; queueId: number | null; userId: number | null; unreadMessages: number }

const office = await testOffice()
const { norte, sul } = office
let control: Control
beforeAll(async () => {
  control = (await office.product.sandbox.start()).control
  office.product.channel.start(norte.connection)
  expect(await office.product.sandbox.link(() => connections.load(norte.ctx, norte.connection.id), SHOP)).toBe(true)
}, 30_000)

const program = (token = norte.connectionToken) => clientOf(office.product, token, '')
const send = <T = Sent>(body: object, { key, path = '/messages/send', token }: { key?: string; path?: string; token?: string } = {}) =>
  program(token).call<T>('POST', path, body, key ? { 'idempotency-key': key } : {})
const shown = (phone: string) => control.transcript({ phone, chat: SHOP }).map(entry => entry.text)
const ticket = async (id: number) => (await norte.staff.admin.client.get<Ticket>(`/tickets/${id}`)).body
function customer() {
  const phone = newPhone()
  control.addPhone({ phone, name: 'Helena Prado' })
  return phone
}

test.each(['/messages/send', '/api/messages/send'])('a program sends at %s, and asks what became of it', async path => {
  const phone = customer()
  const { status, body } = await send({ number: phone, body: 'Seu pedido saiu' }, { path })
  expect({ status, mensagem: body.mensagem, messages: body.messages }).toEqual({
    status: 200,
    mensagem: 'Mensagem enviada',
    messages: [body.id],
  })
  await until(() => shown(phone).includes('Seu pedido saiu'))
  const fate = () => program().get<Fate>(`/messages/send/${body.id}`)
  await until(async () => (await fate()).body.status === 'delivered')
  expect((await fate()).body).toMatchObject({ id: body.id, ticketId: body.ticketId, failReason: null })
  expect(await ticket(body.ticketId)).toMatchObject({ status: 'pending', userId: null, unreadMessages: 0 })
})

test('a program may keep the number as a number, and say that nothing is to be closed by null', async () => {
  const phone = customer()
  const { body: first } = await send({ number: phone, body: 'um' })
  const { body: second } = await send({ number: Number(phone), body: 'dois', closeTicket: null })
  expect(second).toMatchObject({ mensagem: 'Mensagem enviada', ticketId: first.ticketId })
  for (const number of [1.5, true, null, [phone]]) expect((await send({ number, body: 'três' })).status).toBe(400)
})

test('a number in any spelling is the same contact and the same conversation', async () => {
  const phone = customer()
  const { body: first } = await send({ number: phone, body: 'um' })
  const spelled = phone.replace(/^(\d\d)(\d\d)(\d{5})(\d{4})$/, '+$1 ($2) $3-$4')
  const { body: second } = await send({ number: spelled, body: 'dois' })
  expect(second.ticketId).toBe(first.ticketId)
})

test('files come with the text at the first of them', async () => {
  const phone = customer()
  const form = new FormData()
  form.set('number', phone)
  form.set('body', 'Segue o boleto')
  for (const name of ['boleto.pdf', 'nota.pdf']) form.append('medias', new File(['%PDF-1.4'], name, { type: 'application/pdf' }))
  const { body } = await send(form)
  expect(body.messages).toHaveLength(2)
  await until(() => control.transcript({ phone, chat: SHOP }).length === 2)
  expect(shown(phone)[0]).toBe('Segue o boleto')
})

test('the same key is the same request: said once, answered the same, also when it comes twice at once', async () => {
  const phone = customer()
  const once = { number: phone, body: 'Só uma vez' }
  const answers = await Promise.all([send(once, { key: 'pedido-1' }), send(once, { key: 'pedido-1' })])
  answers.push(await send(once, { key: 'pedido-1' }))
  expect(answers.map(answer => answer.body.id)).toEqual(answers.map(() => answers[0]!.body.id))
  await until(() => shown(phone).length > 0)
  await send({ number: phone, body: 'E depois' })
  await until(() => shown(phone).includes('E depois'))
  expect(shown(phone)).toEqual(['Só uma vez', 'E depois'])
  expect(await send({ ...once, body: 'Outra coisa' }, { key: 'pedido-1' })).toMatchObject({
    status: 409,
    body: { code: 'ERR_IDEMPOTENCY_KEY_REUSED' },
  })
  expect((await send(once, { key: 'com espaço' })).status).toBe(400)
})

test('closeTicket leaves nothing waiting, and the next one stays in the same ticket', async () => {
  const phone = customer()
  const { body: first } = await send({ number: phone, body: 'um', closeTicket: true })
  expect(await ticket(first.ticketId)).toMatchObject({ status: 'closed' })
  // A conversation that nobody had counts nowhere.
  expect((await office.store.client.execute(`select 1 from ticket_trackings where ticket_id = ${first.ticketId}`)).rows).toEqual([])
  const { body: second } = await send({ number: phone, body: 'dois', closeTicket: 'true' })
  expect(second.ticketId).toBe(first.ticketId)
  expect(await ticket(second.ticketId)).toMatchObject({ status: 'closed' })
  await until(() => shown(phone).length === 2)
})

test('a conversation that begins with it waits in the queue that was named, which must be one of the company', async () => {
  const queueId = norte.queues[1].id
  const { body } = await send({ number: customer(), body: 'Olá', queueId })
  expect(await ticket(body.ticketId)).toMatchObject({ status: 'pending', queueId })
  expect((await send({ number: customer(), body: 'Olá', queueId: sul.queues[0].id })).status).toBe(404)
})

test('lists hear of a conversation that begins with it', async () => {
  const socket = await norte.staff.admin.client.socket(['joinTickets', 'pending'])
  const { body } = await send({ number: customer(), body: 'Olá' })
  const heard = await socket.next(`company-${norte.id}-ticket`, ({ ticket }) => (ticket as Ticket | undefined)?.id === body.ticketId)
  expect(heard.payload.ticket).toMatchObject({ status: 'pending' })
  socket.close()
})

test.each([
  ['without WhatsApp', { number: '5511900000001', body: 'oi' }, 400, 'ERR_WAPP_INVALID_CONTACT'],
  ['that is none', { number: 'amanhã', body: 'oi' }, 400, 'Invalid number format. Only numbers is allowed.'],
])('a number %s is refused, and nothing is made of it', async (_, body, status, error) => {
  expect(await send(body)).toMatchObject({ status, body: { error } })
})

test('words that say nothing are refused', async () => {
  expect((await send({ number: customer(), body: '  ' })).status).toBe(400)
  const form = new FormData()
  form.set('number', customer())
  form.set('body', '')
  expect((await send(form)).status).toBe(400)
})

test.each(['', 'nao-existe'])('the token "%s" opens nothing', async token => {
  const answer = await send({ number: customer(), body: 'oi' }, { token })
  expect(answer).toMatchObject({ status: 401, body: { error: 'Acesso não permitido' } })
})

test('what one connection sent is unknown to the token of another, and what a customer wrote to every token', async () => {
  const phone = customer()
  const { body } = await send({ number: phone, body: 'nosso' })
  expect((await program(sul.connectionToken).get(`/messages/send/${body.id}`)).status).toBe(404)
  await until(() => shown(phone).length > 0)
  const { id } = await control.send({ from: phone, to: SHOP, type: 'text', text: 'Obrigada' })
  await until(async () => (await ticket(body.ticketId)).unreadMessages === 1)
  expect((await program().get(`/messages/send/${id}`)).status).toBe(404)
})

test('while nothing is connected a number is as it was typed, and changes nobody who is known by it', async () => {
  const { id, number } = await sul.makeContact('Rosa Lima')
  const withoutNinth = number!.replace(/^(\d{4})9/, '$1')
  const { body } = await send({ number: withoutNinth, body: 'Olá' }, { token: sul.connectionToken })
  const { client } = sul.staff.admin
  const { contact } = (await client.get<{ contact: { id: number; number: string } }>(`/tickets/${body.ticketId}`)).body
  expect(contact).toMatchObject({ id, number })
})

test('a plan without it closes the door', async () => {
  const { db } = office.store
  await db.update(plans).set({ useExternalApi: false })
  expect(await send({ number: customer(), body: 'oi' })).toMatchObject({ status: 403, body: { code: 'ERR_NOT_IN_PLAN' } })
  await db.update(plans).set({ useExternalApi: true })
})

test('a token sends so often in a minute, and no other waits for it', async () => {
  // With the one that was sent above it is one too many.
  const number = customer()
  const many = await Promise.all(
    Array.from({ length: 120 }, () => send({ number, body: 'oi', queueId: 1e9 }, { token: sul.connectionToken })),
  )
  expect(many.filter(answer => answer.status !== 404).map(answer => answer.status)).toEqual([429])
  expect((await send({ number, body: 'ainda' })).status).toBe(200)
})

test('whoever guesses tokens is kept out for a while', async () => {
  const guess = () =>
    office.product.app.request('/messages/send/x', { headers: { authorization: 'Bearer errado' } }, { address: '203.0.113.9' })
  const answers = []
  for (let i = 0; i < 31; i++) answers.push((await guess()).status)
  expect(new Set(answers.slice(0, 30))).toEqual(new Set([401]))
  expect(answers[30]).toBe(429)
})

/** Something is done while the network is asked about the next number. */
function whileAsked(meanwhile: () => Promise<unknown>) {
  const { channel } = office.product
  const lookup = channel.lookup.bind(channel)
  spyOn(channel, 'lookup').mockImplementationOnce(async (...asked) => {
    await meanwhile()
    return lookup(...asked)
  })
}

test('a token that is replaced while the network is asked about the number sends nothing, and begins no conversation', async () => {
  const phone = customer()
  const { client } = norte.staff.admin
  const form = new FormData()
  form.set('number', phone)
  form.append('medias', new File(['de quem não pode mais'], 'nota.pdf', { type: 'application/pdf' }))
  for (const asked of [{ number: phone, body: 'tarde demais' }, form]) {
    whileAsked(() => client.put(`/whatsapp/${norte.connection.id}`, { token: 'outro-token-bem-comprido' }))
    expect((await send(asked)).status).toBe(401)
    await client.put(`/whatsapp/${norte.connection.id}`, { token: norte.connectionToken })
  }
  expect((await client.get<{ count: number }>(`/contacts?searchParam=${phone}`)).body.count).toBe(0)
  const { rows } = await office.store.client.execute("select payload from jobs where kind = 'file-release'")
  const hash = new Bun.CryptoHasher('sha256').update('de quem não pode mais').digest('hex')
  expect(rows.some(({ payload }) => String(payload).includes(hash))).toBe(true)
})

test('a plan that loses the open door while the network is asked about the number sends nothing', async () => {
  const phone = customer()
  const off = (useExternalApi: boolean) => office.store.db.update(plans).set({ useExternalApi })
  whileAsked(async () => off(false))
  const { status } = await send({ number: phone, body: 'tarde demais' })
  await off(true)
  expect(status).toBe(403)
})

test('who is deleted while the network is asked about a number makes no contact of it', async () => {
  const phone = customer()
  const { client } = norte.staff.admin
  const login = { email: 'sai@norte.test', password: 'uma frase curta' }
  const { id } = (await client.post<{ id: number }>('/users', { name: 'Sai', ...login, profile: 'admin' })).body
  const { token } = (await client.post<{ token: string }>('/auth/login', login)).body
  whileAsked(() => client.delete(`/users/${id}`))
  expect((await clientOf(office.product, token, '').post('/contacts', { name: 'De ninguém', number: phone })).status).toBe(403)
  expect((await client.get<{ count: number }>(`/contacts?searchParam=${phone}`)).body.count).toBe(0)
})

test('what is asked for again while the first is not on the disk yet is answered after it', async () => {
  const request = { number: customer(), body: 'Uma só vez' }
  const key = crypto.randomUUID()
  const log = await open(join(office.folder, 'balcao.db-wal'))
  const files = Object.getPrototypeOf(log) as typeof log
  const { datasync } = files
  const disk = Promise.withResolvers<void>()
  files.datasync = async function (this: typeof log) {
    await disk.promise
    return datasync.call(this)
  }
  const first = send(request, { key })
  const isCommitted = 'select 1 from sends where key = ?'
  await until(async () => (await office.store.client.execute({ sql: isCommitted, args: [key] })).rows.length > 0)
  let isAnswered = false
  const again = send(request, { key }).finally(() => (isAnswered = true))
  for (let i = 0; i < 5; i++) expect((await program().get('/messages/send/nenhuma')).status).toBe(404)
  expect(isAnswered).toBe(false)
  disk.resolve()
  expect((await again).body).toEqual((await first).body)
  files.datasync = datasync
  await log.close()
})

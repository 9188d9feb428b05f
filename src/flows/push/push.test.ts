import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { startPushService, type Pushed } from '../../../tests/peers/push-service'
import { testOffice } from '../../../tests/office'
import { until } from '../../../tests/until'
import { PASSWORD } from '../../../tests/factories'
import type { Client } from '../../../tests/client'
import { noticeOf } from './notice'

const service = startPushService()
const office = await testOffice({ OUTBOUND_ALLOW: service.destination })
const { norte, sul, store } = office
const [sales, support] = norte.queues
const { ana, bia, leo, admin } = norte.staff
type Notice = { id: string; tag: string; title: string; body: string; path: string }

async function subscribe(client: Client) {
  const { body } = await client.get<{ publicKey: string }>('/push-subscriptions')
  const subscription = service.subscribe(body.publicKey)
  expect((await client.post('/push-subscriptions', subscription)).status).toBe(204)
  return {
    ...subscription,
    notices: () => service.to(subscription.endpoint).map(({ notice }) => notice as Notice),
    next: (n = 1) => until(() => service.to(subscription.endpoint)[n - 1]?.notice as Notice | undefined, 20_000, `notice ${n}`),
  }
}
const jobsLeft = async () =>
  (await store.db.all<{ n: number }>(sql`select count(*) as n from jobs where kind = 'push' and state <> 'failed'`))[0]!.n
const allTold = () => until(async () => (await jobsLeft()) === 0, 20_000, 'nothing waits to be told')
const subscriptions = async () => (await store.db.all<{ n: number }>(sql`select count(*) as n from push_subscriptions`))[0]!.n

async function opened(values: Parameters<typeof norte.makeTicket>[0] = {}, name?: string) {
  const contact = await norte.makeContact(name)
  const ticket = await norte.makeTicket({ contactId: contact.id, queueId: sales.id, status: 'open', userId: ana.id, ...values })
  return { contact, ticket, write: (text: string) => office.receive(norte, { from: { pn: contact.number! }, text }) }
}

beforeEach(async () => {
  await allTold()
  await store.write(store.db, db => db.run(sql`delete from push_subscriptions`))
  service.answer = undefined
  service.refusals.length = 0
})

test('a message of an own ticket comes to each device of its owner, encrypted for it alone, and to nobody else', async () => {
  const [phone, tablet] = [await subscribe(ana.client), await subscribe(await office.signIn(ana))]
  const others = await Promise.all([subscribe(bia.client), subscribe(admin.client), subscribe(sul.staff.ana.client)])
  const { ticket, write } = await opened({}, 'Cleide Nogueira')
  await write('Meu pedido chegou *quebrado*')
  expect(await phone.next()).toMatchObject({
    tag: ticket.uuid,
    title: 'Cleide Nogueira',
    body: 'Meu pedido chegou *quebrado*',
    path: `/tickets/${ticket.uuid}`,
  })
  await tablet.next()
  await allTold()
  for (const other of others) expect(other.notices()).toEqual([])
  expect(service.refusals).toEqual([])
  const [{ ttl, urgency }] = service.to(phone.endpoint) as [Pushed]
  expect({ ttl, urgency }).toEqual({ ttl: 12 * 3600, urgency: 'high' })
})

test('who waits is told once, to those who hold the queue and are there, want to hear of it and are no colleagues of another company', async () => {
  const people = { ana: await subscribe(ana.client), bia: await subscribe(bia.client), leo: await subscribe(leo.client) }
  const elsewhere = await subscribe(sul.staff.ana.client)
  const { write } = await opened({ status: 'pending', userId: null }, 'Lúcia Prado')
  await write('Tem alguém aí?')
  expect(await people.ana.next()).toMatchObject({ title: `Lúcia Prado · Espera em Vendas Norte`, body: 'Tem alguém aí?' })
  await write('Alô?')
  const { write: ask } = await opened({ status: 'pending', userId: null, queueId: null }, 'Rita')
  await ask('Bom dia')
  await people.leo.next()
  await allTold()
  expect([people.ana, people.bia, people.leo, elsewhere].map(({ notices }) => notices().length)).toEqual([1, 0, 1, 0])

  await ana.client.put('/users/me/preferences', { push: { waiting: false, words: true } })
  await (await opened({ status: 'pending', userId: null })).write('Olá')
  await allTold()
  await ana.client.put('/users/me/preferences', { push: { waiting: true, words: true } })
  await ana.client.put('/users/me/availability', { state: 'away', reason: 'Almoço' })
  await (await opened({ status: 'pending', userId: null })).write('Olá')
  await allTold()
  await ana.client.put('/users/me/availability', { state: 'available' })
  expect(people.ana.notices()).toHaveLength(1)
})

test.each([
  ['pt', ['Foto', 'Áudio 1:05', 'Documento: boleto.pdf', 'Chamada de voz perdida às 23:05', 'Mensagem que só o celular mostra']],
  ['en', ['Photo', 'Audio 1:05', 'Document: boleto.pdf', 'Missed voice call at 23:05', 'Message that only the phone shows']],
  ['es', ['Foto', 'Audio 1:05', 'Documento: boleto.pdf', 'Llamada de voz perdida a las 23:05', 'Mensaje que solo el teléfono muestra']],
])('what was sent without words is told by what it is, in the language %s of who reads it', async (language, said) => {
  await ana.client.put('/users/me', { language })
  const phone = await subscribe(ana.client)
  const { contact } = await opened({}, 'Cleide Nogueira')
  const bare = { caption: '', voice: false, waveform: null, width: null, height: null, size: 3 }
  async function* download() {
    yield new Uint8Array(3)
  }
  const files = [
    { mediaType: 'image', mimetype: 'image/jpeg', fileName: 'b1.jpg', seconds: null },
    { mediaType: 'audio', mimetype: 'audio/ogg', fileName: null, seconds: 65 },
    { mediaType: 'application', mimetype: 'application/pdf', fileName: 'boleto.pdf', seconds: null },
  ] as const
  const contents = [
    ...files.map(file => ({ type: 'media', ...bare, ...file, download }) as const),
    { type: 'call', video: false } as const,
    { type: 'unknown', kind: 'pollCreationMessage' } as const,
  ]
  for (const [i, content] of contents.entries()) {
    // 23:05 in São Paulo, by whose clock the company lives.
    await office.receive(norte, { from: { pn: contact.number! }, content, at: new Date('2026-03-02T02:05:00Z') })
    expect((await phone.next(i + 1)).body).toBe(said[i]!)
  }
  await ana.client.put('/users/me', { language: 'pt' })
})

test('a word that every object has is told as the customer wrote it', async () => {
  const phone = await subscribe(ana.client)
  const { write } = await opened({}, 'Jonas Prado')
  for (const [i, text] of ['constructor', '__proto__'].entries()) {
    await write(text)
    expect((await phone.next(i + 1)).body).toBe(text)
  }
})

test('a ticket that is handed over calls its new owner, and one that comes into a queue those who hold it', async () => {
  const [own, queue] = [await subscribe(bia.client), await subscribe(ana.client)]
  const { ticket } = await opened({ userId: ana.id }, 'Teresa')
  await ana.client.put(`/tickets/${ticket.id}`, { queueId: support.id, userId: bia.id, status: 'open' })
  expect(await own.next()).toMatchObject({ title: 'Teresa', tag: ticket.uuid })
  const { ticket: other } = await opened({ userId: bia.id, queueId: support.id }, 'Vera')
  await bia.client.put(`/tickets/${other.id}`, { queueId: sales.id, userId: null, status: 'pending' })
  expect((await queue.next()).title).toBe('Vera · Espera em Vendas Norte')
  await allTold()
  expect(own.notices()).toHaveLength(1)
})

test('a mention and a word of a colleague come too; what was seen meanwhile does not', async () => {
  const phone = await subscribe(bia.client)
  const ticket = await norte.makeTicket({ queueId: support.id, status: 'open', userId: bia.id })
  const about = { note: 'veja isto, @bia', ticketId: ticket.id, mentions: [bia.id] }
  const { body: note } = await admin.client.post<{ id: number }>('/ticket-notes', about)
  expect(await phone.next()).toMatchObject({
    title: 'admin Norte citou você',
    body: 'Cliente Norte: veja isto, @bia',
    path: `/tickets/${ticket.uuid}/note-${note.id}`,
  })
  await admin.client.post(`/chats/${norte.chat.id}/messages`, { message: 'almoço?' })
  expect(await phone.next(2)).toMatchObject({ title: 'Equipe Norte', body: 'admin Norte: almoço?', path: `/chats/${norte.chat.uuid}` })
  await allTold()
  expect(service.to(phone.endpoint)).toHaveLength(2)
})

test('who was named in a note and sees its ticket no more is not told what it says', async () => {
  const ticket = await norte.makeTicket({ queueId: support.id, status: 'open', userId: bia.id })
  await admin.client.post('/ticket-notes', { note: 'só para o suporte, @bia', ticketId: ticket.id, mentions: [bia.id] })
  const [mention] = await store.db.all<{ id: number }>(sql`select max(id) as id from note_mentions where user_id = ${bia.id}`)
  const told = () => noticeOf(norte.ctx, bia, { mentionId: mention!.id })
  expect(await told()).toMatchObject({ body: 'Cliente Norte: só para o suporte, @bia' })
  await admin.client.put(`/tickets/${ticket.id}`, { queueId: sales.id, userId: ana.id, status: 'open' })
  expect(await told()).toBeUndefined()
})

test('what was written is told to nobody where the person or the company does not want it shown', async () => {
  const phone = await subscribe(ana.client)
  const { write } = await opened({}, 'Iara')
  await ana.client.put('/users/me/preferences', { push: { waiting: true, words: false } })
  await write('meu CPF é reservado')
  expect(await phone.next()).toMatchObject({ title: 'Iara', body: 'Nova mensagem' })
  await ana.client.put('/users/me/preferences', { push: { waiting: true, words: true } })
  await admin.client.put('/settings/pushWords', { value: 'disabled' })
  await write('e o RG também')
  expect(await phone.next(2)).toMatchObject({ title: 'Iara (2)', body: 'Nova mensagem' })
  await admin.client.put('/settings/pushWords', { value: 'enabled' })
  expect(JSON.stringify(service.to(phone.endpoint))).not.toMatch(/reservado|também/)
})

test('who has a window before them is told nothing, until it is hidden; nor is anybody in their hours of quiet', async () => {
  const phone = await subscribe(ana.client)
  const window = await ana.client.socket()
  await window.socket.emitWithAck('here', true)
  const { write } = await opened()
  await write('um')
  await allTold()
  expect(phone.notices()).toEqual([])
  await window.socket.emitWithAck('here', false)
  await write('dois')
  await phone.next()
  await ana.client.put('/users/me/preferences', { quiet: { from: '00:00', to: '23:59' } })
  await write('três')
  await allTold()
  await ana.client.put('/users/me/preferences', { quiet: null })
  window.close()
  expect(phone.notices()).toHaveLength(1)
})

test('a subscription goes with what ended it: a browser that is gone, a sign-out, a new password, the person', async () => {
  const { write } = await opened()
  const gone = await subscribe(ana.client)
  service.unsubscribe(gone.endpoint)
  await write('oi')
  await until(async () => (await subscriptions()) === 0, 20_000, 'it is dropped')

  const second = await office.signIn(ana)
  await subscribe(second)
  await second.call('DELETE', '/auth/logout', undefined, { cookie: `jrt=${second.cookie}` })
  expect(await subscriptions()).toBe(0)

  const third = await office.signIn(ana)
  const phone = await subscribe(third)
  expect((await admin.client.put(`/users/${ana.id}`, { password: 'outra-fita' })).status).toBe(200)
  await write('oi de novo')
  await allTold()
  expect(phone.notices()).toEqual([])
  expect((await admin.client.put(`/users/${ana.id}`, { password: PASSWORD })).status).toBe(200)
})

test('a push service that fails is asked again, one that refuses what was sent is not', async () => {
  const current = {
    ...ana,
    tokenVersion: (await store.db.all<{ v: number }>(sql`select token_version as v from users where id = ${ana.id}`))[0]!.v,
  }
  const client = await office.signIn(current)
  const phone = await subscribe(client)
  const { write } = await opened()
  let calls = 0
  service.answer = () => (++calls === 1 ? 503 : undefined)
  await write('oi')
  await until(
    async () => {
      await store.write(store.db, db =>
        db.run(sql`update jobs set due_at = ${Date.now()}, state = 'waiting' where kind = 'push' and state = 'scheduled'`),
      )
      office.product.jobs.runner.wake()
      return service.to(phone.endpoint).length === 2
    },
    20_000,
    'it is told again',
  )
  const [first, again] = phone.notices()
  expect(again).toEqual(first!)
  await allTold()
  service.answer = () => 413
  await write('e agora')
  await until(() => service.to(phone.endpoint).length === 3, 20_000, 'the third')
  await allTold()
  expect(await subscriptions()).toBe(1)
})

test.each([
  ['http://push.exemplo.com/um', 400],
  ['https://push.exemplo.com/um', 204],
  ['ftp://push.exemplo.com/um', 400],
  ['javascript:alert(1)', 400],
])('an endpoint %s is answered with %i', async (endpoint, status) => {
  const { keys } = service.subscribe('none')
  expect((await sul.staff.bia.client.post('/push-subscriptions', { endpoint, keys })).status).toBe(status)
})

test('an endpoint within the own network is never called, and is dropped', async () => {
  const client = sul.staff.bia.client
  const { keys } = service.subscribe('none')
  await client.post('/push-subscriptions', { endpoint: 'https://127.0.0.1:9/x', keys })
  const contact = await sul.makeContact()
  await sul.makeTicket({ contactId: contact.id, queueId: sul.queues[1].id, status: 'open', userId: sul.staff.bia.id })
  await office.receive(sul, { from: { pn: contact.number! }, text: 'oi' })
  await until(async () => (await subscriptions()) === 0, 20_000, 'it is dropped')
})

test('the key of the installation is kept sealed, and a browser that changes hands is its new person’s', async () => {
  const [row] = await store.db.all<{ key: string }>(sql`select private_key as key from push_keys`)
  expect(row!.key).toStartWith('sealed:')
  const { body } = await bia.client.get<{ publicKey: string }>('/push-subscriptions')
  const subscription = service.subscribe(body.publicKey)
  await bia.client.post('/push-subscriptions', subscription)
  await leo.client.post('/push-subscriptions', subscription)
  expect(await store.db.all(sql`select user_id as id from push_subscriptions`)).toEqual([{ id: leo.id }])
  await leo.client.delete('/push-subscriptions')
  expect(await subscriptions()).toBe(0)
})

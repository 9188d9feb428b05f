import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connections } from '#modules/connections'
import { SYSTEM } from '#modules/rights'
import { newPhone, openOffice, tickets, until, type Company, type Office } from '../../tests/factories'
import { late } from '../../tests/late'
import { PIXEL } from '../../tests/sample'
import { wav } from '../../tests/wav'
import type { Control } from '../sandbox/network'
import { replyWithFiles } from './reply'

/** The whole way: a simulated phone, the real Baileys, the product, and back. */
let office: Office
let norte: Company
let control: Control
const SHOP = '5511940000077'
beforeAll(async () => {
  office = await openOffice()
  ;({ norte } = office)
  control = (await office.product.sandbox.start()).control
  office.product.channel.start(norte.connection)
  expect(await office.product.sandbox.link(() => connections.load(norte.ctx, norte.connection.id), SHOP)).toBe(true)
}, 30_000)
afterAll(() => office?.close())

type Shown = {
  id: string
  body: string
  mediaType: string
  ack: number
  status: string
  voice: boolean
  failReason: string | null
  isDeleted: boolean
  reactions: { type: string }[]
  mediaUrl: string | null
}
type Ticket = { id: number; status: string; contact: { number: string; name: string; profilePicUrl: string | null } }
const client = () => norte.staff.admin.client
const ticketOf = (number: string) =>
  until(async () =>
    (await client().get<{ tickets: Ticket[] }>('/tickets?status=pending&showAll=true')).body.tickets.find(
      ticket => ticket.contact.number === number,
    ),
  )
const read = async (ticketId: number) => {
  const { body } = await client().get<{ messages: Shown[] }>(`/messages/${ticketId}?markRead=false`)
  return body.messages.filter(message => message.mediaType !== 'reactionMessage')
}

/** A customer writes, and an agent accepts. */
async function conversation(text = 'Oi') {
  const phone = newPhone()
  control.addPhone({ phone, name: 'Helena Prado', picture: 'sample' })
  await control.send({ from: phone, to: SHOP, type: 'text', text })
  const { id } = await ticketOf(phone)
  await client().put(`/tickets/${id}`, { status: 'open', userId: norte.staff.admin.id })
  return { phone, id }
}
const state = (ticketId: number, at: number, status: string) => until(async () => (await read(ticketId)).at(at)?.status === status)

test('a customer writes, the answer is sent, delivered and read', async () => {
  const { phone, id } = await conversation('O modem chegou?')
  expect((await read(id)).map(message => message.body)).toEqual(['O modem chegou?'])
  await client().post(`/messages/${id}`, { body: 'Chegou, {{firstName}}!' })
  await state(id, -1, 'delivered')
  expect(control.transcript({ phone, chat: SHOP }).at(-1)).toMatchObject({ text: 'Chegou, Helena!', copies: 1 })
  control.read({ phone, chat: SHOP })
  await state(id, -1, 'read')
  expect((await read(id)).at(-1)).toMatchObject({ ack: 4 })
})

test('looking at the ticket tells the customer that it was read', async () => {
  const { phone, id } = await conversation()
  await client().get(`/messages/${id}`)
  await until(() => control.transcript({ phone, chat: SHOP }).at(-1)?.status === 'read')
})

test('a picture, a file and a voice note arrive as what they are', async () => {
  const { phone, id } = await conversation()
  for (const [name, type, bytes] of [
    ['foto.png', 'image/png', PIXEL],
    ['conta.pdf', 'application/pdf', Buffer.from('%PDF-1.4')],
    ['audio-record-site-1.wav', 'audio/wav', toneWav()],
  ] as const) {
    const form = new FormData()
    form.append('medias', new File([new Uint8Array(bytes)], name, { type }))
    expect((await client().post(`/messages/${id}`, form)).status).toBe(200)
    await state(id, -1, 'delivered')
  }
  const entries = control.transcript({ phone, chat: SHOP }).slice(1)
  expect(entries.map(entry => entry.type)).toEqual(['image', 'document', 'audio'])
  expect(entries[2]!.media).toMatchObject({ voice: true, mimetype: 'audio/ogg; codecs=opus' })
  expect(Buffer.from(control.media({ phone, id: entries[0]!.id }).file)).toEqual(PIXEL)
}, 20_000)

test('a word that stands in for a caption elsewhere is one where a person wrote it', async () => {
  const { phone, id } = await conversation('Manda?')
  const form = new FormData()
  form.append('medias', new File([new Uint8Array(PIXEL)], 'foto.png', { type: 'image/png' }))
  form.append('body', 'Imagem')
  await client().post(`/messages/${id}`, form)
  await state(id, -1, 'delivered')
  expect(control.transcript({ phone, chat: SHOP }).at(-1)).toMatchObject({ type: 'image', text: 'Imagem' })
})

test('an answer quotes, is edited, reacted to and deleted on the phone as here', async () => {
  const { phone, id } = await conversation('Qual o prazo?')
  const [question] = await read(id)
  await client().post(`/messages/${id}`, { body: 'Dois dia', quotedMsg: { id: question!.id } })
  await state(id, -1, 'delivered')
  const sent = (await read(id)).at(-1)!
  const entry = () => control.transcript({ phone, chat: SHOP }).at(-1)!
  expect(entry().quoted).toMatchObject({ text: 'Qual o prazo?' })
  await client().post(`/messages/edit/${sent.id}`, { body: 'Dois dias' })
  await until(() => entry().edits.at(-1)?.text === 'Dois dias' || entry().text === 'Dois dias')
  await control.send({ from: phone, to: SHOP, type: 'reaction', message: sent.id, emoji: '👍' })
  await until(async () => (await read(id)).at(-1)!.reactions.some(one => one.type === '👍'))
  await client().delete(`/messages/${sent.id}`)
  await until(() => entry().deleted)
})

test('what the customer edits and deletes changes here', async () => {
  const { phone, id } = await conversation('errado')
  const { id: own } = control.transcript({ phone, chat: SHOP })[0]!
  await control.send({ from: phone, to: SHOP, type: 'edit', message: own, text: 'certo' })
  await until(async () => (await read(id))[0]!.body === 'certo')
  await control.send({ from: phone, to: SHOP, type: 'delete', message: own })
  await until(async () => (await read(id))[0]!.isDeleted)
})

test('a refused answer says why, and goes out when it is tried again', async () => {
  const { phone, id } = await conversation()
  control.fault({ account: SHOP, refuse: { code: 463, times: 1 } })
  await client().post(`/messages/${id}`, { body: 'de novo' })
  await state(id, -1, 'failed')
  const failed = (await read(id)).at(-1)!
  expect(failed.failReason).toBeTruthy()
  await client().post(`/messages/${failed.id}/retry`)
  await state(id, -1, 'delivered')
  expect(control.transcript({ phone, chat: SHOP }).at(-1)).toMatchObject({ id: failed.id, copies: 1 })
})

test('the server’s own trouble with an answer is waited out', async () => {
  const { phone, id } = await conversation()
  control.fault({ account: SHOP, refuse: { code: 503, times: 1 } })
  await client().post(`/messages/${id}`, { body: 'já vai' })
  await until(async () => {
    await office.product.jobs.run('outbox')
    return (await read(id)).at(-1)!.status === 'delivered'
  })
  expect(control.transcript({ phone, chat: SHOP }).at(-1)).toMatchObject({ text: 'já vai', copies: 1 })
})

test('a delete that is refused is taken back, and the customer has what the agent sees', async () => {
  const { phone, id } = await conversation()
  await client().post(`/messages/${id}`, { body: 'fica' })
  await state(id, -1, 'delivered')
  control.fault({ account: SHOP, refuse: { code: 463, times: 1 } })
  await client().delete(`/messages/${(await read(id)).at(-1)!.id}`)
  await until(async () => (await read(id)).at(-1)!.failReason === 'restricted')
  expect((await read(id)).at(-1)).toMatchObject({ isDeleted: false, body: 'fica', status: 'delivered' })
  expect(control.transcript({ phone, chat: SHOP }).at(-1)).toMatchObject({ text: 'fica', deleted: false })
})

test('answers given while the connection is down arrive in their order, each once', async () => {
  const { phone, id } = await conversation()
  control.disconnect({ account: SHOP })
  for (let i = 0; i < 5; i++) await client().post(`/messages/${id}`, { body: `linha ${i}` })
  await until(() => control.transcript({ phone, chat: SHOP }).length === 6, 15_000)
  const entries = control.transcript({ phone, chat: SHOP }).slice(1)
  expect(entries.map(entry => [entry.text, entry.copies])).toEqual(Array.from({ length: 5 }, (_, i) => [`linha ${i}`, 1]))
}, 20_000)

test('messages that come twice, late and out of order are there once each', async () => {
  const { phone, id } = await conversation('primeira')
  control.fault({ account: SHOP, duplicate: 2, reverse: 3 })
  for (let i = 0; i < 6; i++) await control.send({ from: phone, to: SHOP, type: 'text', text: `linha ${i}` })
  await until(async () => (await read(id)).length === 7)
  control.clearFaults({ account: SHOP })
  await control.send({ from: phone, to: SHOP, type: 'text', text: 'última' })
  await until(async () => (await read(id)).at(-1)!.body === 'última')
  expect((await read(id)).map(message => message.body).toSorted()).toEqual(
    ['linha 0', 'linha 1', 'linha 2', 'linha 3', 'linha 4', 'linha 5', 'primeira', 'última'].toSorted(),
  )
})

test('typing is told to who sees the ticket, and to no other', async () => {
  const { phone, id } = await conversation()
  const [follows, other] = [await client().socket(['joinChatBox', String(id)]), await norte.staff.bia.client.socket(['joinNotification'])]
  control.typing({ from: phone, to: SHOP, state: 'composing' })
  await follows.next(`company-${norte.id}-presence`, told => told.ticketId === id && told.presence === 'composing')
  expect((await other.settled()).filter(one => one.event.endsWith('presence'))).toEqual([])
  follows.close()
  other.close()
})

test('the customer’s name and picture are kept', async () => {
  const { phone } = await conversation()
  const contact = await until(async () => {
    const { body } = await client().get<{ contacts: Ticket['contact'][] }>(`/contacts?searchParam=${phone}`)
    return body.contacts[0]?.profilePicUrl ? body.contacts[0] : undefined
  })
  expect(contact.name).toBe('Helena Prado')
  expect((await office.product.app.request(contact.profilePicUrl!)).status).toBe(200)
})

test('a number is looked up before a contact is made of it', async () => {
  const phone = newPhone()
  control.addPhone({ phone, name: 'Conhecido' })
  expect(
    (await client().post<{ number: string }>('/contacts', { name: 'Conhecido', number: phone.replace(/^(55\d{2})9/, '$1') })).body.number,
  ).toBe(phone)
  expect(await client().post('/contacts', { name: 'Ninguém', number: '5511900000000' })).toMatchObject({
    status: 400,
    body: { error: 'ERR_WAPP_INVALID_CONTACT' },
  })
})

/** A second of a tone. */
const toneWav = () =>
  wav(
    Array.from({ length: 16_000 }, (_, at) => Math.sin(at / 10) * 0.37),
    16_000,
  )

test('a file that was on its way when its ticket went to other hands is not sent', async () => {
  const { ana, bia } = norte.staff
  const [sales, support] = norte.queues
  const ticket = await norte.makeTicket({ queueId: sales.id, status: 'open', userId: ana.id })
  const ctx = office.ctxFor(norte.id, { ...SYSTEM, userId: ana.id, profile: 'user', queueIds: [sales.id] })
  const handOver = () => client().put(`/tickets/${ticket.id}`, { queueId: support.id, userId: bia.id, status: 'open' })
  const upload = { file: new File(['texto'], 'a.txt'), caption: '', clientId: null, voice: false, quotedUid: null }
  const sending = replyWithFiles(late(ctx, handOver), await tickets.load(ctx, ticket.id), [upload])
  await expect(sending).rejects.toThrow('ERR_NO_PERMISSION')
  expect(await read(ticket.id)).toEqual([])
})

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connections } from '#modules/connections'
import { messages, newPhone, openOffice, tickets, until, type Company, type Office, type Staff } from '../../tests/factories'
import type { Control } from '../sandbox/network'

/** The whole way: what a simulated phone sent reaches another one by the real Baileys. */
let office: Office
let norte: Company
let sul: Company
let control: Control
const SHOP = '5511940000078'
beforeAll(async () => {
  office = await openOffice()
  ;({ norte, sul } = office)
  control = (await office.product.sandbox.start()).control
  office.product.channel.start(norte.connection)
  expect(await office.product.sandbox.link(() => connections.load(norte.ctx, norte.connection.id), SHOP)).toBe(true)
}, 30_000)
afterAll(() => office?.close())

type Shown = { id: string; body: string; caption: string | null; mediaType: string; isForwarded: boolean; mediaUrl: string | null }
type Ticket = { id: number; status: string; userId: number | null; queueId: number | null; contact: { id: number; number: string } }
const as = (who: Staff) => norte.staff[who].client
const id = (who: Staff) => norte.staff[who].id
const sales = () => norte.queues[0].id
const read = async (ticketId: number, who: Staff = 'admin') =>
  (await as(who).get<{ messages: Shown[] }>(`/messages/${ticketId}?markRead=false`)).body.messages
const forward = (who: Staff, messageId: string, contactId: number, more: object = {}) =>
  as(who).post<{ code?: string; error?: string }>('/message/forward', { messageId, contactId, signMessage: false, ...more })
const activeOf = (contactId: number) => tickets.activeOf(norte.ctx, contactId, norte.connection.id)

/** Somebody with a phone of their own, whom the company knows. */
async function person() {
  const phone = newPhone()
  control.addPhone({ phone, name: 'Caio Mendes' })
  const contact = await norte.makeContact('Caio Mendes')
  await as('admin').put(`/contacts/${contact.id}`, { name: 'Caio Mendes', number: phone })
  return { phone, contactId: contact.id }
}

/** What a customer wrote, as it stands in the ticket. */
async function written(content: object) {
  const phone = newPhone()
  control.addPhone({ phone, name: 'Helena Prado' })
  await control.send({ from: phone, to: SHOP, ...content } as Parameters<Control['send']>[0])
  const found = await until(async () => {
    const { body } = await as('admin').get<{ tickets: Ticket[] }>('/tickets?status=pending&showAll=true')
    return body.tickets.find(({ contact }) => contact.number === phone)
  })
  await as('admin').put(`/tickets/${found.id}`, { queueId: sales() })
  const message = await until(async () =>
    (await read(found.id)).find(one => !/image|audio|application/.test(one.mediaType) || one.mediaUrl),
  )
  return { ticket: found, message, contactId: found.contact.id }
}
/** What a phone got from the shop. */
const got = (phone: string) => until(() => control.transcript({ phone }).find(entry => !entry.fromMe))

describe.each([
  ['words', { type: 'text', text: 'Chego às {{hora}}' }, { type: 'text', text: 'Chego às {{hora}}' }],
  ['a picture with its caption', { type: 'image', caption: 'A fachada' }, { type: 'image', text: 'A fachada' }],
  ['a picture without words', { type: 'image' }, { type: 'image', text: '' }],
  [
    'a file',
    { type: 'document', fileName: 'conta.pdf', mimetype: 'application/pdf' },
    { type: 'document', media: { fileName: 'conta.pdf' } },
  ],
  ['a sticker', { type: 'sticker' }, { type: 'sticker' }],
  ['a voice note', { type: 'voice' }, { type: 'audio', media: { voice: true } }],
  [
    'a place',
    { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' },
    { type: 'location', location: { latitude: -23.5, name: 'Loja' } },
  ],
  ['a contact card', { type: 'contact', contacts: [{ name: 'Rui', phone: '5511970000000' }] }, { type: 'contact', text: 'Rui' }],
] as const)('forwarding %s', (_, content, expected) => {
  test('brings it to the other phone as it was, marked as forwarded there and here', async () => {
    const { message } = await written(content)
    const { phone, contactId } = await person()
    expect(await forward('ana', message.id, contactId)).toMatchObject({ status: 200, body: '' as never })
    expect(await got(phone)).toMatchObject({ ...expected, forwarded: true })
    const ticket = (await activeOf(contactId))!
    const [copy] = await read(ticket.id)
    const { body, caption, mediaType } = message
    expect(copy).toMatchObject({ body, caption, mediaType, isForwarded: true })
    const address = (url: string | null) => url?.split('?')[0]
    expect(address(copy!.mediaUrl)).toBe(address(message.mediaUrl))
  })
})

test('words are signed by who forwards them when asked, and never by who said them before', async () => {
  const { ticket } = await written({ type: 'text', text: 'Oi' })
  const said = await norte.makeMessage(
    { id: ticket.id, contactId: ticket.contact.id },
    { fromMe: true, body: '*bia Norte:*\nSão dois dias', mediaType: 'conversation' },
  )
  const [signed, bare] = [await person(), await person()]
  await forward('ana', said.uid, signed.contactId, { signMessage: true })
  await forward('ana', said.uid, bare.contactId)
  expect((await got(signed.phone)).text).toBe('*ana Norte:*\nSão dois dias')
  expect((await got(bare.phone)).text).toBe('São dois dias')
})

describe('the conversation that it goes into', () => {
  const source = () => norte.makeMessage(norte.tickets.pending)

  test('is the one that is open with who forwards', async () => {
    const ticket = await norte.makeTicket({ queueId: sales(), status: 'open', userId: id('ana') })
    await forward('ana', (await source()).uid, ticket.contactId)
    expect((await read(ticket.id)).map(message => message.isForwarded)).toEqual([true])
  })

  test('is begun where there is none, in the queue that it comes from', async () => {
    const ended = await norte.makeTicket({ queueId: norte.queues[1].id, status: 'closed', closedAt: new Date() })
    await forward('ana', (await source()).uid, ended.contactId)
    expect(await activeOf(ended.contactId)).toMatchObject({ status: 'open', userId: id('ana'), queueId: sales() })
  })

  test('is accepted where the contact waits', async () => {
    const ticket = await norte.makeTicket({ queueId: sales() })
    await forward('ana', (await source()).uid, ticket.contactId)
    expect(await activeOf(ticket.contactId)).toMatchObject({ id: ticket.id, status: 'open', userId: id('ana') })
  })

  test('stays a colleague’s where a leader forwards, and is told by name where it is out of sight', async () => {
    const ticket = await norte.makeTicket({ queueId: norte.queues[1].id, status: 'open', userId: id('bia') })
    const { uid } = await source()
    const refused = await forward('ana', uid, ticket.contactId)
    expect(refused).toMatchObject({ status: 400, body: { code: 'ERR_OTHER_OPEN_TICKET' } })
    expect(JSON.parse(refused.body.error!)).toMatchObject({ userId: id('bia'), user: { name: 'bia Norte' } })
    expect(await read(ticket.id)).toEqual([])
    await forward('supervisor', uid, ticket.contactId)
    expect(await activeOf(ticket.contactId)).toMatchObject({ id: ticket.id, userId: id('bia') })
    expect(await read(ticket.id)).toHaveLength(1)
  })
})

test('one may forward what one sees, to contacts of the own company', async () => {
  const hidden = await norte.makeMessage(norte.tickets.support)
  const { contactId } = await person()
  expect(await forward('ana', hidden.uid, contactId)).toMatchObject({ status: 403 })
  expect(await forward('ana', sul.message.uid, contactId)).toMatchObject({ status: 404, body: { code: 'ERR_NO_MESSAGE_FOUND' } })
  const own = await norte.makeMessage(norte.tickets.open)
  expect(await forward('ana', own.uid, sul.tickets.open.contactId)).toMatchObject({ status: 404 })
  expect(await activeOf(contactId)).toBeUndefined()
})

test('what was deleted, a call and a file that never came are not forwarded, and open nothing', async () => {
  const { contactId } = await person()
  const media = {
    hash: null,
    mimetype: 'image/jpeg',
    fileName: null,
    size: 3,
    voice: false,
    seconds: null,
    waveform: null,
    width: null,
    height: null,
  }
  for (const values of [{ isDeleted: true }, { mediaType: 'call_log' }, { mediaType: 'image', media }, { mediaType: 'locationMessage' }]) {
    const message = await norte.makeMessage(norte.tickets.open, values)
    expect(await forward('ana', message.uid, contactId)).toMatchObject({ status: 400, body: { code: 'ERR_MESSAGE_NOT_FORWARDABLE' } })
  }
  expect(await activeOf(contactId)).toBeUndefined()
})

test('who waits unread and is sent something of another conversation waits on, with the words unread', async () => {
  const { ticket, contactId } = await written({ type: 'text', text: 'Quero cancelar' })
  const message = await norte.makeMessage(norte.tickets.open)
  const state = async () => (await as('admin').get<{ waitingSince: string | null; unreadMessages: number }>(`/tickets/${ticket.id}`)).body
  const { waitingSince } = await state()
  expect(waitingSince).not.toBeNull()
  expect((await forward('ana', message.uid, contactId)).status).toBe(200)
  expect(await state()).toMatchObject({ waitingSince, unreadMessages: 1 })
})

test('a request that is sent again forwards once', async () => {
  const { contactId } = await person()
  const message = await norte.makeMessage(norte.tickets.open)
  for (const _ of [1, 2]) expect((await forward('ana', message.uid, contactId, { clientId: 'forward-1' })).status).toBe(200)
  expect(await messages.newest(norte.ctx, (await activeOf(contactId))!.id, 5)).toHaveLength(1)
})

test('what was forwarded is not forwarded again, although the conversation was closed since', async () => {
  const { contactId } = await person()
  const message = await norte.makeMessage(norte.tickets.open)
  const again = (who: Staff) => forward(who, message.uid, contactId, { clientId: 'forward-2' })
  expect((await again('ana')).status).toBe(200)
  const ticket = (await activeOf(contactId))!
  await as('ana').put(`/tickets/${ticket.id}`, { status: 'closed', justClose: true })
  expect((await again('ana')).status).toBe(200)
  expect(await activeOf(contactId)).toBeUndefined()
  expect(await read(ticket.id)).toHaveLength(1)
  // Another person's name for a message is another message.
  expect((await again('admin')).status).toBe(200)
  expect(await activeOf(contactId)).toMatchObject({ userId: id('admin') })
})

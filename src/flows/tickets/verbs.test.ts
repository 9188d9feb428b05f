import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, onTestFinished, setSystemTime, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { connections } from '#modules/connections'
import { newPhone, until, type Staff } from '../../../tests/factories'
import { late } from '../../../tests/late'
import { testOffice } from '../../../tests/office'
import { contacts } from '../../modules/contacts/schema'
import { tickets as table } from '../../modules/tickets/schema'
import { openTicket } from './open'

const office = await testOffice()
const { norte } = office

type Shown = { id: number; status: string; userId: number | null; queueId: number | null; contactId: number }
type Kind = Partial<typeof table.$inferInsert>
const as = (who: Staff) => norte.staff[who].client
const id = (who: Staff) => norte.staff[who].id
const sales = () => norte.queues[0].id
const TICKET = () => `company-${norte.id}-ticket`
const waiting = (values: Kind = {}) => norte.makeTicket({ queueId: sales(), ...values })
const held = (values: Kind = {}) => waiting({ status: 'open', userId: id('ana'), ...values })
const accept = (who: Staff, ticket: { id: number }) => as(who).put<Shown>(`/tickets/${ticket.id}`, { status: 'open', userId: id(who) })
const row = async (of: { id: number }) => (await office.store.db.select().from(table).where(eq(table.id, of.id)))[0]!
const said = async (ticket: { id: number }) => {
  const { body } = await as('admin').get<{ messages: { body: string; fromMe: boolean; userId: number | null }[] }>(`/messages/${ticket.id}`)
  return body.messages.filter(message => message.fromMe).map(message => message.body)
}
const wish = async (key: string, value: string, otherwise: string) => {
  await as('admin').put(`/settings/${key}`, { value })
  onTestFinished(() => void as('admin').put(`/settings/${key}`, { value: otherwise }))
}

const WITH_ROBOT = { chatbot: true, useIntegration: true, integrationId: 7, promptId: 8, queueOptionId: 9, typebotSessionId: 'x' }
const NO_ROBOT = {
  chatbot: false,
  useIntegration: false,
  integrationId: null,
  promptId: null,
  queueOptionId: null,
  typebotSessionId: null,
}

/** Has the job of the connection look now: it plans anew when its hours change. */
async function closeSilent() {
  for (const expiresTicket of [0, 5]) await as('admin').put(`/whatsapp/${norte.connection.id}`, { expiresTicket })
}

test('what the customer wrote after the row that was seen is not resolved unread, nor put off; what somebody read meanwhile is no news', async () => {
  const pn = newPhone()
  const { id: contactId } = await norte.makeContact()
  await office.store.db
    .update(contacts)
    .set({ number: pn, phoneKey: pn.replace(/^(55\d{2})9/, '$1') })
    .where(eq(contacts.id, contactId))
  const seenAt = new Date(Date.now() - 60_000)
  const ticket = await held({ contactId, updatedAt: seenAt })
  const resolve = (seenAt: Date) => as('ana').put<{ code: string }>(`/tickets/${ticket.id}`, { status: 'closed', seenAt })
  await office.receive(norte, { from: { pn }, text: 'espere!' })
  const refused = { status: 409, body: { code: 'ERR_TICKET_WRITTEN' } }
  expect(await resolve(seenAt)).toMatchObject(refused)
  expect(await as('ana').put(`/tickets/${ticket.id}/snooze`, { until: null, seenAt })).toMatchObject(refused)
  const { updatedAt, ...is } = await row(ticket)
  expect(is).toMatchObject({ status: 'open', unreadMessages: 1, snoozedAt: null })
  expect((await as('ana').put(`/tickets/${ticket.id}/snooze`, { until: null, seenAt: updatedAt })).status).toBe(200)
  await as('ana').post(`/tickets/${ticket.id}/read`)
  // Who asks later than they looked may not have read it themselves.
  const promised = { seenAt, evenRead: true }
  expect(await as('ana').put(`/tickets/${ticket.id}/snooze`, { until: null, ...promised })).toMatchObject(refused)
  expect(await as('ana').put(`/tickets/${ticket.id}`, { status: 'closed', ...promised })).toMatchObject(refused)
  expect((await resolve(seenAt)).status).toBe(200)
})

/** A ticket whose customer writes, and which is resolved later than somebody said so. */
async function promised() {
  const { id: contactId, number } = await norte.makeContact()
  const ticket = await held({ contactId })
  return {
    ticket,
    hears: (text: string, at = new Date()) => office.receive(norte, { from: { pn: number! }, text, at }),
    resolve: (seenAt: Date) => as('ana').put(`/tickets/${ticket.id}`, { status: 'closed', seenAt, evenRead: true }),
  }
}

test('what was promised of a ticket is not kept over words that came later than the customer wrote them, though somebody read them', async () => {
  const { ticket, hears, resolve } = await promised()
  await hears('bom dia')
  const { updatedAt: seenAt } = await row(ticket)
  await until(() => Date.now() > seenAt.getTime())
  await hears('espere!', new Date(seenAt.getTime() - 60_000))
  await as('ana').post(`/tickets/${ticket.id}/read`)
  expect(await resolve(seenAt)).toMatchObject({ status: 409, body: { code: 'ERR_TICKET_WRITTEN' } })
})

test('what was promised of a ticket is kept where the customer said no more, though what had come was read and answered meanwhile', async () => {
  const { ticket, hears, resolve } = await promised()
  await hears('bom dia')
  const { updatedAt: seenAt } = await row(ticket)
  await until(() => Date.now() > seenAt.getTime())
  await as('ana').post(`/tickets/${ticket.id}/read`)
  await as('ana').post(`/messages/${ticket.id}`, { body: 'até amanhã' })
  expect((await resolve(seenAt)).status).toBe(200)
})

/** The ways in which a ticket ends, each through its own door. */
const ENDINGS: [string, Kind, (ticket: { id: number }) => Promise<unknown>][] = [
  ['resolving it', {}, ticket => as('ana').put(`/tickets/${ticket.id}`, { status: 'closed' })],
  ['closing all', {}, () => as('admin').post('/tickets/closeAll', { status: 'open', selectedQueueIds: [sales()] })],
  ['silence', { fromMe: true, updatedAt: new Date(Date.now() - 9 * 3600_000) }, () => closeSilent()],
]

test('what the customer wrote after the message that was seen is not resolved unread', async () => {
  const ticket = await held()
  const first = await norte.makeMessage(ticket)
  const resolve = (seen?: string) => as('ana').put<{ code: string }>(`/tickets/${ticket.id}`, { status: 'closed', seen })
  const second = await norte.makeMessage(ticket, { body: 'espere!' })
  expect(await resolve(first.uid)).toMatchObject({ status: 409, body: { code: 'ERR_TICKET_WRITTEN' } })
  expect(await row(ticket)).toMatchObject({ status: 'open' })
  await norte.makeMessage(ticket, { fromMe: true })
  expect((await resolve(second.uid)).status).toBe(200)
})

describe.each(ENDINGS)('a ticket that ends by %s', (_, kind, end) => {
  beforeAll(() => connections.update(norte.ctx, norte.connection.id, { expiresTicket: 5 }))
  afterAll(() => connections.update(norte.ctx, norte.connection.id, { expiresTicket: 0 }))

  test('has no robot any more and knows when it ended', async () => {
    const ticket = await held({ ...WITH_ROBOT, ...kind })
    await end(ticket)
    await until(async () => (await row(ticket))?.status === 'closed')
    expect(await row(ticket)).toMatchObject({ status: 'closed', closedAt: expect.any(Date), ...NO_ROBOT })
  })

  test('leaves the open list, and comes to the closed list and to who has it open', async () => {
    const ticket = await held(kind)
    const lists = await as('supervisor').socket(['joinTickets', 'open'])
    const closedList = await as('supervisor').socket(['joinTickets', 'closed'])
    const window = await as('ana').socket(['joinChatBox', String(ticket.id)])
    await end(ticket)
    const isIts = (told: Record<string, unknown>) => told.ticketId === ticket.id
    expect((await lists.next(TICKET(), isIts)).payload).toMatchObject({ action: 'delete', oldStatus: 'open' })
    for (const socket of [closedList, window])
      expect((await socket.next(TICKET(), told => isIts(told) && told.action === 'update')).payload).toMatchObject({
        ticket: { id: ticket.id, status: 'closed' },
      })
    for (const socket of [lists, closedList, window]) socket.close()
  })
})

describe('whoever accepts', () => {
  const greetingOf = (who: Staff, name: string) =>
    new RegExp(
      `^\\*Mensagem Automática:\\*\\nBo[am] \\S+ \\*${name}\\*, meu nome é \\*${norte.staff[who].name}\\* e agora vou prosseguir com seu atendimento!$`,
    )
  const BY_CLIENT = (who: Staff) =>
    `*Mensagem Automática:*\n{{ms}} *{{name}}*, meu nome é *${norte.staff[who].name}* e agora vou prosseguir com seu atendimento!`

  test('greets the customer when the company wants it, and only then', async () => {
    const silent = await waiting()
    await accept('ana', silent)
    expect(await said(silent)).toEqual([])
    await wish('sendGreetingAccepted', 'enabled', 'disabled')
    const contact = await norte.makeContact('Helena Prado')
    const ticket = await waiting({ contactId: contact.id })
    await accept('ana', ticket)
    expect(await said(ticket)).toEqual([expect.stringMatching(greetingOf('ana', 'Helena Prado'))])
  })

  test('greets once, also with a client that greets by itself and sends it twice', async () => {
    await wish('sendGreetingAccepted', 'enabled', 'disabled')
    const ticket = await waiting()
    await accept('ana', ticket)
    for (const _ of [1, 2]) expect((await as('ana').post(`/messages/${ticket.id}`, { body: BY_CLIENT('ana') })).status).toBe(200)
    expect(await said(ticket)).toHaveLength(1)
    await as('ana').post(`/messages/${ticket.id}`, { body: 'Como posso ajudar?' })
    expect(await said(ticket)).toHaveLength(2)
  })

  test('is heard by a client alone when the company leaves the greeting to it, and later when it is said again', async () => {
    const ticket = await waiting()
    await accept('ana', ticket)
    await as('ana').post(`/messages/${ticket.id}`, { body: BY_CLIENT('ana') })
    expect(await said(ticket)).toHaveLength(1)
    await wish('sendGreetingAccepted', 'enabled', 'disabled')
    const greeted = await waiting()
    await accept('ana', greeted)
    onTestFinished(() => void setSystemTime())
    setSystemTime(new Date(Date.now() + 61_000))
    await as('ana').post(`/messages/${greeted.id}`, { body: BY_CLIENT('ana') })
    expect(await said(greeted)).toHaveLength(2)
  })

  test('twice greets once, and greets no group', async () => {
    await wish('sendGreetingAccepted', 'enabled', 'disabled')
    const ticket = await waiting()
    const answers = await Promise.all([accept('ana', ticket), accept('ana', ticket)])
    expect(answers.map(answer => answer.status)).toEqual([200, 200])
    expect(answers[1]!.body).toMatchObject({ status: 'open', userId: id('ana') })
    expect(await said(ticket)).toHaveLength(1)
    const group = await waiting({ isGroup: true })
    await accept('ana', group)
    expect(await said(group)).toEqual([])
  })

  test('ends a robot’s turn', async () => {
    const ticket = await waiting(WITH_ROBOT)
    await accept('ana', ticket)
    expect(await row(ticket)).toMatchObject({ status: 'open', userId: id('ana'), ...NO_ROBOT })
  })

  test('as the second is told who was first, where the ticket is out of sight by then', async () => {
    const ticket = await held({ userId: id('supervisor') })
    expect(await accept('ana', ticket)).toMatchObject({
      status: 409,
      body: { code: 'ERR_TICKET_TAKEN', details: { user: { id: id('supervisor'), name: norte.staff.supervisor.name } } },
    })
    expect((await accept('bia', ticket)).status).toBe(403)
    expect((await row(ticket)).userId).toBe(id('supervisor'))
  })
})

const isAsked = new AsyncLocalStorage<boolean>()
/** What is asked for is late: another is faster, by the time in which it is its turn to be written. */
function overtaken<T>(ask: () => Promise<T>, faster: () => Promise<unknown>) {
  const write = office.store.write.bind(office.store)
  let isOver = false
  const spy = spyOn(office.store, 'write').mockImplementation(async (db, work) => {
    if (isAsked.getStore() && !isOver) {
      isOver = true
      await isAsked.run(false, faster)
    }
    return write(db, work)
  })
  return isAsked.run(true, ask).finally(() => spy.mockRestore())
}

describe('taking over', () => {
  const take = (who: Staff, ticket: { id: number }, more: object = {}) =>
    as(who).put<Shown>(`/tickets/${ticket.id}`, { userId: id(who), ...more })
  const takenBy = (who: Staff) => ({
    status: 409,
    body: { code: 'ERR_TICKET_TAKEN', details: { user: { id: id(who), name: norte.staff[who].name } } },
  })
  test.each([
    ['as clients ask that say from whom', { expected: { userId: norte.staff.ana.id } }],
    ['as clients ask that do not', {}],
  ])('at once from the same colleague, the second is told who was first, %s', async (_, more) => {
    const ticket = await held()
    const first = async () => expect((await take('supervisor', ticket, more)).status).toBe(200)
    expect(await overtaken(() => take('admin', ticket, more), first)).toMatchObject(takenBy('supervisor'))
    expect((await row(ticket)).userId).toBe(id('supervisor'))
  })

  test('one after the other is what both wanted, and once more by the same person is nothing new', async () => {
    const ticket = await held()
    for (const who of ['supervisor', 'admin', 'admin'] as const) expect((await take(who, ticket)).status).toBe(200)
    const from = { expected: { userId: id('ana') } }
    expect((await take('admin', ticket, from)).status).toBe(200)
    expect(await take('supervisor', ticket, from)).toMatchObject(takenBy('admin'))
    expect((await row(ticket)).userId).toBe(id('admin'))
  })

  test('a transfer of what a colleague transferred meanwhile is told so, and goes nowhere', async () => {
    const ticket = await held()
    const toBia = { userId: id('bia'), queueId: norte.queues[1].id }
    const first = async () => expect((await as('admin').put(`/tickets/${ticket.id}`, toBia)).status).toBe(200)
    const toAdmin = () => as('supervisor').put(`/tickets/${ticket.id}`, { userId: id('admin') })
    expect(await overtaken(toAdmin, first)).toMatchObject(takenBy('bia'))
    expect(await row(ticket)).toMatchObject(toBia)
  })
})

describe('what is expected of a ticket', () => {
  const undo = (ticket: { id: number }, expected: object, patch: object = { status: 'open', userId: id('ana'), justClose: true }) =>
    as('admin').put<Shown>(`/tickets/${ticket.id}`, { ...patch, expected })
  const changed = { status: 409, body: { code: 'ERR_TICKET_CHANGED' } }

  test('is compared in the transaction that would change it', async () => {
    const ticket = await waiting({ userId: null })
    const left = { status: 'pending', userId: null, queueId: sales() }
    for (const other of [{ status: 'open' }, { userId: id('bia') }, { queueId: norte.queues[1].id }, { queueId: null }])
      expect(await undo(ticket, { ...left, ...other })).toMatchObject(changed)
    expect(await row(ticket)).toMatchObject(left)
    const first = async () => expect((await accept('supervisor', ticket)).status).toBe(200)
    expect(await overtaken(() => undo(ticket, left), first)).toMatchObject({ status: 409, body: { code: 'ERR_TICKET_TAKEN' } })
    expect((await row(ticket)).userId).toBe(id('supervisor'))
  })

  test('lets what stands as it was left be undone, again too by who lost the answer', async () => {
    const ticket = await waiting()
    const left = { status: 'pending', userId: null, queueId: sales() }
    for (let i = 0; i < 2; i++) expect(await undo(ticket, left)).toMatchObject({ status: 200, body: { status: 'open', userId: id('ana') } })
  })

  test('keeps no note where it is another', async () => {
    const ticket = await held()
    const patch = { queueId: norte.queues[1].id, status: 'pending', userId: null, note: 'Para o suporte' }
    expect(await undo(ticket, { status: 'pending' }, patch)).toMatchObject(changed)
    expect((await as('admin').get<{ ticketNotes: object[] }>(`/ticket-notes?ticketId=${ticket.id}`)).text).not.toContain('Para o suporte')
  })

  test('is no other where only the customer wrote after the end', async () => {
    const ticket = await waiting({ userId: null })
    const { status, body } = await undo(ticket, { status: 'closed', userId: id('admin') }, { status: 'open', userId: id('admin') })
    expect([status, body.userId]).toEqual([200, id('admin')])
  })
})

describe('resolving', () => {
  const FAREWELL = 'Obrigado, {{firstName}}!'
  const withFarewell = async () => {
    await connections.update(norte.ctx, norte.connection.id, { complationMessage: FAREWELL })
    onTestFinished(() => void connections.update(norte.ctx, norte.connection.id, { complationMessage: '' }))
  }
  const resolve = (ticket: { id: number }, more: object = {}) =>
    as('ana').put<Shown>(`/tickets/${ticket.id}`, { status: 'closed', userId: id('ana'), ...more })

  test('says the connection’s farewell, once, and stays closed', async () => {
    await withFarewell()
    const contact = await norte.makeContact('Marta Reis')
    const ticket = await held({ contactId: contact.id })
    await Promise.all([resolve(ticket), resolve(ticket)])
    await resolve(ticket)
    expect(await said(ticket)).toEqual(['Obrigado, Marta!'])
    expect(await row(ticket)).toMatchObject({ status: 'closed', lastMessage: 'Obrigado, Marta!', userId: id('ana') })
  })

  test('says nothing when it shall just close, in a group, or without a farewell', async () => {
    const plain = await held()
    await resolve(plain)
    await withFarewell()
    const [quiet, group] = [await held(), await held({ isGroup: true })]
    await resolve(quiet, { justClose: true })
    await resolve(group)
    for (const ticket of [plain, quiet, group]) {
      expect((await row(ticket)).status).toBe('closed')
      expect(await said(ticket)).toEqual([])
    }
  })

  test('a ticket whose connection is gone only closes', async () => {
    await withFarewell()
    const ticket = await held({ whatsappId: null })
    expect((await resolve(ticket)).body.status).toBe('closed')
    expect(await said(ticket)).toEqual([])
  })
})

describe('a patch', () => {
  test('that is refused in one point changes nothing', async () => {
    const ticket = await waiting({ useIntegration: true, integrationId: norte.integration.id })
    const before = await row(ticket)
    const wrong = { useIntegration: false, integrationId: null, status: 'open', queueId: norte.queues[1].id, userId: id('ana') }
    expect((await as('ana').put(`/tickets/${ticket.id}`, wrong)).status).toBe(400)
    expect((await as('ana').put(`/tickets/${ticket.id}`, { status: 'closed', whatsappId: 10 ** 9 })).status).toBe(404)
    expect(await row(ticket)).toEqual(before)
  })

  test('moves a waiting ticket to a queue and to a person who serves it', async () => {
    const ticket = await waiting()
    const put = (body: object) => as('admin').put<Shown>(`/tickets/${ticket.id}`, body)
    expect((await put({ queueId: norte.queues[1].id })).body).toMatchObject({ status: 'pending', queueId: norte.queues[1].id })
    expect((await put({ status: 'open', userId: id('bia') })).body).toMatchObject({ status: 'open', userId: id('bia') })
    expect((await put({ status: 'pending', queueId: sales() })).body).toMatchObject({ status: 'pending', userId: null, queueId: sales() })
  })
})

test('a ticket that a customer reopens is told once to each list', async () => {
  const phone = newPhone()
  await office.receive(norte, { from: { pn: phone } })
  const [{ id: ticketId }] = (await as('leo').get<{ tickets: [Shown] }>(`/tickets?searchParam=${phone}`)).body.tickets
  await as('leo').put(`/tickets/${ticketId}`, { status: 'closed' })
  const socket = await as('admin').socket(['joinTickets', 'pending'], ['joinTickets', 'closed'])
  await office.receive(norte, { from: { pn: phone }, text: 'voltei' })
  await socket.next(TICKET(), told => told.ticketId === ticketId && told.action === 'update')
  const told = (await socket.settled()).filter(({ payload }) => payload?.['ticketId'] === ticketId)
  expect(told.map(({ payload }) => payload!['action'])).toEqual(['delete', 'update'])
  expect(told[0]!.payload).toMatchObject({ oldStatus: 'closed' })
  socket.close()
})

test('a message is told as the list of the conversation shows it', async () => {
  const phone = newPhone()
  const quoted = await office.receive(norte, { from: { pn: phone, name: 'Lia' }, text: 'primeira' })
  const [{ id: ticketId }] = (await as('leo').get<{ tickets: [Shown] }>(`/tickets?searchParam=${phone}`)).body.tickets
  const socket = await as('admin').socket(['joinChatBox', String(ticketId)])
  await office.receive(norte, { from: { pn: phone, name: 'Lia' }, text: 'segunda', quoted: { id: quoted.id, body: 'primeira' } })
  await as('admin').post(`/messages/${ticketId}`, { body: 'resposta' })
  const event = `company-${norte.id}-appMessage`
  await socket.next(event, told => (told['message'] as { body: string }).body === 'resposta')
  const told = socket.heard.filter(one => one.event === event).map(({ payload }) => payload!['message'])
  const { body } = await as('admin').get<{ messages: unknown[] }>(`/messages/${ticketId}?markRead=false`)
  const stable = (message: unknown) => ({ ...(message as object), updatedAt: null })
  expect(told.map(stable)).toEqual(body.messages.slice(1).map(stable))
  socket.close()
})

test('who quotes what was said in another queue shows it to nobody of this one, in no way', async () => {
  const phone = newPhone()
  const from = { pn: phone, name: 'Rita' }
  const ticketOf = async () =>
    (await as('admin').get<{ tickets: [Shown] }>(`/tickets?showAll=true&searchParam=${phone}`)).body.tickets.toSorted(
      (a, b) => b.id - a.id,
    )[0]!
  await office.receive(norte, { from })
  const first = await ticketOf()
  await as('admin').put(`/tickets/${first.id}`, { queueId: norte.queues[1].id, status: 'open', userId: id('admin') })
  const secret = await office.receive(norte, { from, text: 'o exame deu positivo' })
  await as('admin').put(`/tickets/${first.id}`, { status: 'closed' })
  const { body: opened } = await as('ana').post<Shown>('/tickets', {
    contactId: first.contactId,
    queueId: sales(),
    whatsappId: norte.connection.id,
  })
  const ticketId = opened.id
  const socket = await as('ana').socket(['joinChatBox', String(ticketId)])
  const raw = JSON.stringify({
    message: { extendedTextMessage: { contextInfo: { quotedMessage: { conversation: 'o exame deu positivo' } } } },
  })
  await office.receive(norte, { from, text: 'e isto?', quoted: { id: secret.id, body: 'o exame deu positivo' }, raw })
  const { payload } = await socket.next(`company-${norte.id}-appMessage`, told => (told['message'] as { body: string }).body === 'e isto?')
  const { body, text } = await as('ana').get<{ messages: object[] }>(`/messages/${ticketId}`)
  expect([text, JSON.stringify(payload)].join()).not.toContain('positivo')
  expect(body.messages.at(-1)).toMatchObject({ body: 'e isto?', quotedMsg: null, quotedMsgId: null, quotesElsewhere: true })
  socket.close()
})

test('a new ticket is of the connection that was chosen, else of that of the person who asks, else of the default', async () => {
  const [hers, chosen] = [await connections.create(norte.ctx, { name: 'Da Ana' }), await connections.create(norte.ctx, { name: 'Outra' })]
  const { body } = await as('admin').get<{ queues: { id: number }[] }>(`/users/${id('ana')}`)
  const bind = (whatsappId: number | null) =>
    as('admin').put(`/users/${id('ana')}`, { whatsappId, queueIds: body.queues.map(one => one.id) })
  await bind(hers.id)
  onTestFinished(() => void bind(null))
  const opened = async (who: Staff, whatsappId?: number) => {
    const values = { contactId: (await norte.makeContact()).id, queueId: sales(), whatsappId, userId: id('ana') }
    return (await as(who).post<{ whatsappId: number }>('/tickets', values)).body.whatsappId
  }
  expect(await opened('ana')).toBe(hers.id)
  expect(await opened('ana', chosen.id)).toBe(chosen.id)
  expect(await opened('admin')).toBe(norte.connection.id)
  await connections.remove(norte.ctx, hers.id)
  expect(await opened('ana')).toBe(norte.connection.id)
})

test('who attends a contact is told before a ticket is begun that could not be, also where the ticket is out of sight', async () => {
  const { id: contactId } = await norte.makeContact()
  const active = async () => (await as('ana').get<object | null>(`/tickets/active?contactId=${contactId}`)).body
  expect(await active()).toBeNull()
  const ticket = await norte.makeTicket({ contactId, queueId: norte.queues[1].id, status: 'open', userId: id('bia') })
  const refused = await as('ana').post<{ error: string }>('/tickets', { contactId, queueId: sales() })
  expect(JSON.parse(refused.body.error)).toMatchObject((await active())!)
  expect(await active()).toMatchObject({ id: ticket.id, user: { id: id('bia') } })
})

test('nobody is given a new ticket who was deleted while it was written down', async () => {
  const { body: hired } = await as('admin').post<{ id: number }>('/users', {
    name: 'Quem vai',
    email: 'quem-vai@norte.com',
    password: 'fita-verde',
    queueIds: [sales()],
  })
  const contact = await norte.makeContact()
  const ctx = late(norte.ctx, () => as('admin').delete(`/users/${hired.id}`))
  const opening = openTicket(ctx, { contactId: contact.id, queueId: sales(), userId: hired.id, whatsappId: norte.connection.id })
  await expect(opening).rejects.toThrow('ERR_NO_USER_FOUND')
  expect(await office.store.db.$count(table, eq(table.contactId, contact.id))).toBe(0)
})

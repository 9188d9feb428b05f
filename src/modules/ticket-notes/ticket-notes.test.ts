import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { mergeContacts } from '../../flows/merge'
import { contacts, until, users, type Company, type Staff } from '../../../tests/factories'
import { late } from '../../../tests/late'
import { testOffice } from '../../../tests/office'
import { ticketNotes } from './index'
import { ticketNotes as table } from './schema'

const office = await testOffice()
const { norte, sul } = office

type Note = {
  id: number
  note: string
  ticketId: number | null
  contactId: number
  createdAt: string
  user: { id: number; name: string } | null
  contact: { id: number; name: string } | null
  ticket: { id: number; status: string } | null
}
type Ticket = { id: number; contactId: number }
const as = (who: Staff, company: Company = norte) => company.staff[who].client
const [sales, support] = norte.queues
const ticket = (values: Parameters<typeof norte.makeTicket>[0] = {}) => norte.makeTicket({ queueId: sales.id, ...values })
const write = async (who: Staff, { id: ticketId, contactId }: Ticket, note = 'Prefere ligação') =>
  as(who).post<Note>('/ticket-notes', { note, ticketId, contactId })
const notes = async (who: Staff, of: { ticketId?: number; contactId?: number }) => {
  const query = Object.entries(of).map(([key, value]) => `${key}=${value}`)
  return (await as(who).get<Note[]>(`/ticket-notes/list?${query.join('&')}`)).body
}
const texts = async (who: Staff, of: Parameters<typeof notes>[1]) => (await notes(who, of)).map(({ note }) => note)
const row = async (id: number) => (await office.store.db.select().from(table).where(eq(table.id, id)))[0]

test('a note says who wrote it, about whom, in which ticket and when; the newest comes first', async () => {
  const { id: ticketId, contactId } = await ticket()
  await write('ana', { id: ticketId, contactId }, 'Primeira')
  const { body } = await write('supervisor', { id: ticketId, contactId }, '  Segunda  ')
  expect(body).toMatchObject({
    note: 'Segunda',
    ticketId,
    contactId,
    user: { id: norte.staff.supervisor.id },
    createdAt: expect.any(String),
  })
  const listed = await notes('ana', { ticketId, contactId })
  expect(listed.map(({ note }) => note)).toEqual(['Segunda', 'Primeira'])
  expect(listed[1]).toMatchObject({
    user: { id: norte.staff.ana.id, name: norte.staff.ana.name },
    contact: { id: contactId, name: 'Cliente Norte' },
    ticket: { id: ticketId, status: 'pending' },
  })
  expect(JSON.stringify(listed)).not.toContain('@')
})

test('a note that is sent again, because the answer was lost, is one; under the same name of somebody else it is theirs', async () => {
  const { id: ticketId } = await ticket()
  const body = { note: 'Prefere ligação', ticketId, clientId: crypto.randomUUID() }
  const again = (who: Staff) => as(who).post<Note>('/ticket-notes', body)
  const [first, second] = [await again('ana'), await again('ana')]
  expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
  await again('supervisor')
  expect((await notes('supervisor', { ticketId })).map(({ user }) => user?.id)).toEqual([norte.staff.supervisor.id, norte.staff.ana.id])
  await as('ana').post('/ticket-notes', { ...body, clientId: crypto.randomUUID() })
  expect(await texts('ana', { ticketId })).toHaveLength(3)
  // Whoever has the ticket by now: it is written.
  await as('admin').put(`/tickets/${ticketId}`, { status: 'open', userId: norte.staff.supervisor.id, queueId: sales.id })
  expect((await again('ana')).body.id).toBe(first.body.id)
  expect((await write('ana', { id: ticketId, contactId: first.body.contactId })).status).toBe(403)
})

test('a transfer that is asked for again, because the answer was lost, writes its note once; a colleague’s note is theirs', async () => {
  const { id } = await ticket()
  const standing = { status: 'pending', userId: null, queueId: sales.id }
  const transfer = (who: Staff, note: string) =>
    as(who).put(`/tickets/${id}`, { status: 'open', userId: norte.staff.supervisor.id, queueId: sales.id, note, expected: standing })
  for (const _ of [1, 2, 3]) expect((await transfer('admin', 'Já pagou')).status).toBe(200)
  expect((await transfer('supervisor', 'Já pagou')).status).toBe(200)
  expect((await notes('admin', { ticketId: id })).map(({ user }) => user?.id)).toEqual([norte.staff.supervisor.id, norte.staff.admin.id])
})

test('two conversations become one also where one person wrote a note of the same name in both', async () => {
  const [kept, gone] = [await ticket(), await ticket()]
  const name = { note: 'Prefere ligação', clientId: 'note-0001' }
  for (const { id: ticketId } of [kept, gone]) await as('ana').post('/ticket-notes', { ...name, ticketId })
  expect((await as('admin').post(`/contacts/${kept.contactId}/merge`, { contactId: gone.contactId })).status).toBe(200)
  expect(await texts('admin', { contactId: kept.contactId })).toHaveLength(2)
  expect((await as('admin').post(`/contacts/${kept.contactId}/unmerge`)).status).toBe(200)
  expect(await texts('admin', { contactId: gone.contactId })).toHaveLength(1)
})

test('messages are read around a note of their conversation, and of no other', async () => {
  const [one, other, foreign] = [await ticket(), await ticket(), await sul.makeTicket({})]
  const { body: theirs } = await as('admin', sul).post<Note>('/ticket-notes', { note: 'Do Sul', ticketId: foreign.id })
  await norte.makeMessage(one, { body: 'antes' })
  const { body: note } = await write('ana', one)
  await norte.makeMessage(one, { body: 'depois' })
  const around = (of: Ticket, noteId: number) =>
    as('ana').get<{ messages: { body: string }[]; notes: Note[] }>(`/messages/${of.id}?history=true&aroundNote=${noteId}`)
  const { body } = await around(one, note.id)
  expect([body.messages.map(message => message.body), body.notes.map(({ id }) => id)]).toEqual([['antes', 'depois'], [note.id]])
  for (const [of, id] of [
    [other, note.id],
    [one, 999_999],
    [one, theirs.id],
  ] as const)
    expect(await around(of, id)).toMatchObject({ status: 404, body: { code: 'ERR_NO_MESSAGE_FOUND' } })
})

test('a note has two letters or more, and belongs to the contact of its ticket', async () => {
  const one = await ticket()
  expect(await write('ana', one, ' a ')).toMatchObject({ status: 400, body: { error: 'ERR_TICKETNOTE_INVALID_NAME' } })
  expect((await write('ana', { id: one.id, contactId: norte.tickets.open.contactId })).status).toBe(404)
  expect((await as('ana').post<Note>('/ticket-notes', { note: 'Sem contato', ticketId: one.id })).body.contactId).toBe(one.contactId)
})

test('who does not see the ticket neither reads nor writes its notes', async () => {
  const one = await ticket()
  const { body } = await write('ana', one)
  expect((await write('bia', one)).status).toBe(403)
  expect((await as('bia').get(`/ticket-notes/${body.id}`)).status).toBe(404)
  expect((await as('bia').put(`/ticket-notes/${body.id}`, { note: 'Outra' })).status).toBe(404)
  expect((await as('bia').delete(`/ticket-notes/${body.id}`)).status).toBe(404)
  for (const of of [{ ticketId: one.id }, { contactId: one.contactId }, {}]) expect(await texts('bia', of)).toEqual([])
  const paged = await as('bia').get<{ count: number }>('/ticket-notes')
  expect(paged.body.count).toBe(0)
})

test('another company neither reads nor writes them', async () => {
  const { id: ticketId, contactId } = await ticket()
  const { body } = await write('ana', { id: ticketId, contactId })
  const stranger = as('admin', sul)
  expect((await stranger.post('/ticket-notes', { note: 'Oi', ticketId })).status).toBe(404)
  expect((await stranger.get<Note[]>(`/ticket-notes/list?ticketId=${ticketId}&contactId=${contactId}`)).body).toEqual([])
  expect((await stranger.delete(`/ticket-notes/${body.id}`)).status).toBe(404)
})

test('of the notes about a contact one reads those of tickets that one sees', async () => {
  const { contactId } = await ticket({ status: 'closed', closedAt: new Date() })
  const [own, others] = [await ticket({ contactId }), await ticket({ contactId, queueId: support.id, status: 'closed' })]
  await write('ana', own, 'De Vendas')
  await write('bia', others, 'De Suporte')
  expect(await texts('ana', { contactId })).toEqual(['De Vendas'])
  expect(await texts('bia', { contactId })).toEqual(['De Suporte'])
  expect(await texts('supervisor', { contactId })).toEqual(['De Suporte', 'De Vendas'])
})

test('a note is deleted by who wrote it or by an administrator, and by nobody else who sees it', async () => {
  const one = await ticket()
  const [first, second] = [(await write('ana', one)).body, (await write('ana', one)).body]
  expect((await as('supervisor').delete(`/ticket-notes/${first.id}`)).status).toBe(403)
  expect(await as('ana').delete(`/ticket-notes/${first.id}`)).toMatchObject({ status: 200, body: { message: 'Observação removida' } })
  expect((await as('admin').delete(`/ticket-notes/${second.id}`)).status).toBe(200)
  expect(await notes('ana', { ticketId: one.id })).toEqual([])
})

test('a note is told to those who have the conversation open, and to no others', async () => {
  const one = await ticket()
  const [window, elsewhere] = [
    await as('ana').socket(['joinChatBox', String(one.id)]),
    await as('bia').socket(['joinChatBox', String(one.id)]),
  ]
  const { body } = await write('admin', one, 'Aqui')
  const name = `company-${norte.id}-ticketNote`
  expect((await window.next(name)).payload).toMatchObject({ action: 'create', ticketNote: { id: body.id, note: 'Aqui' } })
  await as('admin').delete(`/ticket-notes/${body.id}`)
  await window.next(name, told => told.action === 'delete' && told.ticketNoteId === body.id)
  expect((await elsewhere.settled()).filter(({ event }) => event === name)).toEqual([])
  for (const socket of [window, elsewhere]) socket.close()
})

test('a note outlives its ticket, for administrators alone from then on, and goes with its contact', async () => {
  const one = await ticket()
  const { body } = await write('ana', one)
  await as('admin').delete(`/tickets/${one.id}`)
  expect(await notes('ana', { contactId: one.contactId })).toEqual([])
  expect(await notes('admin', { contactId: one.contactId })).toMatchObject([{ id: body.id, ticket: null }])
  await until(async () => (await row(body.id))?.ticketId === null)
  expect(await notes('ana', { contactId: one.contactId })).toEqual([])
  await as('admin').delete(`/contacts/${one.contactId}`)
  expect(await notes('admin', { contactId: one.contactId })).toEqual([])
  await until(async () => !(await row(body.id)))
})

test('a note outlives who wrote it', async () => {
  const one = await ticket()
  const { body: hired } = await as('admin').post<{ id: number }>('/users', {
    name: 'Téo Alves',
    email: 'teo@norte.com',
    password: 'fita-amarela',
    profile: 'admin',
    queueIds: [],
  })
  const client = await office.signIn((await users.byEmail(office.store.db, 'teo@norte.com'))!)
  const { body } = await client.post<Note>('/ticket-notes', { note: 'Fica', ticketId: one.id })
  await as('admin').delete(`/users/${hired.id}`)
  expect(await notes('ana', { ticketId: one.id })).toMatchObject([{ id: body.id, user: null }])
  await until(async () => (await row(body.id))?.userId === null)
})

test('where two contacts turn out to be one their notes are together, and come apart with them', async () => {
  const [kept, gone] = [await ticket(), await ticket()]
  const [first, second] = [(await write('ana', kept, 'Do mais antigo')).body, (await write('ana', gone, 'Do outro')).body]
  const rows = await Promise.all([kept, gone].map(({ contactId }) => contacts.load(norte.ctx, contactId)))
  await office.store.write(office.store.db, db => mergeContacts({ ...norte.ctx, db }, rows[0]!, rows[1]!))
  expect(await texts('ana', { ticketId: kept.id, contactId: kept.contactId })).toEqual(['Do outro', 'Do mais antigo'])
  expect((await as('admin').post(`/contacts/${kept.contactId}/unmerge`)).status).toBe(200)
  expect(await row(first.id)).toMatchObject({ ticketId: kept.id, contactId: kept.contactId })
  expect(await row(second.id)).toMatchObject({ ticketId: gone.id, contactId: gone.contactId })
})

test('a note goes to whom its ticket belongs to when it is written', async () => {
  const [kept, gone] = [await ticket(), await ticket()]
  const merge = () => as('admin').post(`/contacts/${kept.contactId}/merge`, { contactId: gone.contactId })
  await as('admin').put(`/tickets/${kept.id}`, { status: 'closed', justClose: true })
  await ticketNotes.create(late(norte.ctx, merge), { note: 'no meio da união', ticketId: gone.id })
  expect(await texts('admin', { contactId: kept.contactId })).toEqual(['no meio da união'])
})

import { expect, test } from 'bun:test'
import { type Staff } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte, sul } = office
const [sales] = norte.queues
const { ana, bia, supervisor } = norte.staff
const event = `company-${norte.id}-noteMention`

const as = (who: Staff) => norte.staff[who].client
const ticket = () => norte.makeTicket({ queueId: sales.id, status: 'open', userId: ana.id })
const write = (ticketId: number, mentions: number[], note = 'Pode ver isto?') =>
  as('ana').post<{ id: number; error?: string }>('/ticket-notes', { note, ticketId, mentions })
type Mention = { ticketId: number; uuid: string; by: string; note: string; contact: string }
const mentions = async (who: Staff) => (await as(who).get<{ mentions: Mention[] }>('/note-mentions')).body.mentions

test('a colleague who is named in a note is told at once, and finds it until they have looked', async () => {
  const { id, uuid } = await ticket()
  const window = await as('supervisor').socket()
  await write(id, [supervisor.id, supervisor.id])
  const told = { ticketId: id, uuid, by: ana.name, note: 'Pode ver isto?', contact: 'Cliente Norte' }
  expect((await window.next(event)).payload).toMatchObject({ action: 'create', mention: told })
  expect(await mentions('supervisor')).toMatchObject([told])
  expect((await as('supervisor').post('/note-mentions/seen', { ticketId: id })).status).toBe(200)
  expect((await window.next(event, ({ action }) => action === 'seen')).payload).toEqual({ action: 'seen', ticketId: id })
  expect(await mentions('supervisor')).toEqual([])
})

test('who does not see the ticket cannot be named, which is answered, and its author is told nothing', async () => {
  const { id } = await ticket()
  const { status, body } = await write(id, [supervisor.id, bia.id])
  expect([status, body.error]).toEqual([400, 'A observação chama alguém que não vê esta conversa.'])
  expect((await as('ana').get<unknown[]>(`/ticket-notes/list?ticketId=${id}`)).body).toEqual([])
  expect((await write(id, [ana.id])).status).toBe(200)
  expect([await mentions('bia'), await mentions('ana'), await mentions('supervisor')]).toEqual([[], [], []])
})

test('who may be named is asked for by ticket, by those who see it', async () => {
  const { id } = await ticket()
  const readers = (who: Staff) => as(who).get<{ userIds: number[] }>(`/note-mentions/readers?ticketId=${id}`)
  const { userIds } = (await readers('ana')).body
  expect([ana, supervisor, norte.staff.admin].every(person => userIds.includes(person.id))).toBe(true)
  expect(userIds).not.toContain(bia.id)
  expect((await readers('bia')).status).toBe(403)
  expect((await sul.staff.admin.client.get(`/note-mentions/readers?ticketId=${id}`)).status).toBe(404)
})

test('a person of another company cannot be named, and the note is not written', async () => {
  const { id } = await ticket()
  expect((await write(id, [sul.staff.ana.id])).status).toBe(404)
  expect((await as('ana').get<unknown[]>(`/ticket-notes/list?ticketId=${id}`)).body).toEqual([])
})

test('where one is named in a ticket that one does not see any more, nothing of it is read', async () => {
  const { id } = await ticket()
  await write(id, [supervisor.id])
  await as('admin').put(`/tickets/${id}`, { queueId: norte.queues[1].id, userId: null, status: 'pending' })
  const seen = await mentions('supervisor')
  await as('admin').put(`/users/${supervisor.id}`, { queueIds: [sales.id] })
  expect([seen.length, (await mentions('supervisor')).length]).toEqual([1, 0])
})

import { expect, test } from 'bun:test'
import { newPhone, until } from '../../tests/factories'
import { testOffice } from '../../tests/office'
import { indexTexts } from '../modules/messages/text-index'

const MANY = 3_000

const office = await testOffice()
const { norte } = office

const admin = () => norte.staff.admin.client
const count = async (where: string) => Number((await office.store.client.execute(`select count(*) as n from ${where}`)).rows[0]!.n)
const purged = () => until(async () => (await count("jobs where kind = 'purge'")) === 0, 20_000)

/** A ticket with much history. */
async function longTicket(values: object = {}) {
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: norte.staff.ana.id, ...values })
  await office.store.client
    .execute(`insert into messages (uid, company_id, ticket_id, chat_id, contact_id, connection_id, wid, body, from_me, media_type, status, created_at, updated_at)
    select 'long ' || ${ticket.id} || ' ' || value, ${norte.id}, ${ticket.id}, ${ticket.contactId}, ${ticket.contactId}, ${norte.connection.id}, 'w' || value, 'jaboticaba', 0, 'conversation', 'received', 0, 7
    from generate_series(1, ${MANY})`)
  await office.store.write(office.store.db, db => indexTexts(db.$client))
  return ticket
}
type Found = { tickets: { id: number }[] }
const search = async (text: string) =>
  (await admin().get<Found>(`/tickets?searchParam=${text}&showAll=true`)).body.tickets.map(one => one.id)

test('a deleted contact is gone for everybody before its rows are, and so are its tickets and words', async () => {
  const ticket = await longTicket()
  const theirs = await office.sul.makeTicket()
  expect(await search('jaboticaba')).toEqual([ticket.id])
  const socket = await norte.staff.ana.client.socket(['joinTickets', 'open'])
  expect((await admin().delete(`/contacts/${ticket.contactId}`)).status).toBe(200)
  expect(await count(`messages where ticket_id = ${ticket.id}`)).toBeGreaterThan(0)
  await socket.next(`company-${norte.id}-ticket`, told => told.action === 'delete' && told.ticketId === ticket.id)
  await socket.next(`company-${norte.id}-contact`, told => told.action === 'delete' && told.contactId === ticket.contactId)
  const paths = [`/contacts/${ticket.contactId}`, `/tickets/${ticket.id}`, `/tickets/u/${ticket.uuid}`, `/messages/${ticket.id}`]
  for (const path of paths) expect([path, (await admin().get(path)).status]).toEqual([path, 404])
  expect(await search('jaboticaba')).toEqual([])
  const { body } = await admin().get<{ contacts: { id: number }[] }>('/contacts?pageNumber=1')
  expect(body.contacts.map(one => one.id)).not.toContain(ticket.contactId)
  await purged()
  expect(await count(`messages where ticket_id = ${ticket.id}`)).toBe(0)
  expect(await count(`tickets where id = ${ticket.id}`)).toBe(0)
  expect(await count(`contacts where id = ${ticket.contactId}`)).toBe(0)
  expect((await office.sul.staff.admin.client.get(`/tickets/${theirs.id}`)).status).toBe(200)
  socket.close()
}, 30_000)

test('who writes again while the rows are still going is somebody new, with nothing of before', async () => {
  const pn = newPhone()
  await office.receive(norte, { from: { pn, name: 'Helena' }, text: 'antes' })
  const pending = async () =>
    (
      await admin().get<{ tickets: { id: number; contactId: number; contact: { number: string } }[] }>(
        '/tickets?status=pending&showAll=true',
      )
    ).body.tickets.filter(ticket => ticket.contact.number === pn)
  const [before] = await pending()
  await admin().delete(`/contacts/${before!.contactId}`)
  await office.receive(norte, { from: { pn, name: 'Helena' }, text: 'depois' })
  const [after, ...more] = await pending()
  expect(more).toEqual([])
  expect(after!.contactId).not.toBe(before!.contactId)
  const { body } = await admin().get<{ messages: { body: string }[] }>(`/messages/${after!.id}?history=true`)
  expect(body.messages.map(message => message.body)).toEqual(['depois'])
  await purged()
})

test('an answer that waits to be sent is not sent when its ticket is deleted', async () => {
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: norte.staff.ana.id })
  await norte.staff.ana.client.post(`/messages/${ticket.id}`, { body: 'espera' })
  expect(await count(`outbox where chat_id = ${ticket.contactId}`)).toBe(1)
  expect((await admin().delete(`/tickets/${ticket.id}`)).status).toBe(200)
  expect(await count(`outbox where chat_id = ${ticket.contactId}`)).toBe(0)
  await purged()
  expect(await count(`tickets where id = ${ticket.id}`)).toBe(0)
  expect(await count(`contacts where id = ${ticket.contactId}`)).toBe(1)
})

test('nobody deletes a ticket or a contact of another company', async () => {
  const { client } = office.sul.staff.admin
  const { open } = norte.tickets
  expect((await client.delete(`/tickets/${open.id}`)).status).toBe(404)
  expect((await client.delete(`/contacts/${open.contactId}`)).status).toBe(404)
  expect((await client.delete(`/whatsapp/${norte.connection.id}`)).status).toBe(404)
  expect((await admin().get(`/tickets/${open.id}`)).status).toBe(200)
  expect(await count("jobs where kind = 'purge'")).toBe(0)
})

test('a deleted connection is gone for everybody at once; its tickets and messages stay and forget it', async () => {
  const { body: other } = await admin().post<{ id: number }>('/whatsapp', { name: 'Outra', sandbox: true })
  const ticket = await longTicket({ status: 'closed' })
  const active = await norte.makeTicket({ queueId: norte.queues[0].id })
  const id = norte.connection.id
  expect((await admin().delete(`/whatsapp/${id}`)).status).toBe(200)
  expect((await admin().get(`/whatsapp/${id}`)).status).toBe(404)
  const { body } = await admin().get<{ id: number; isDefault: boolean }[]>('/whatsapp')
  expect(body.map(one => [one.id, one.isDefault])).toEqual([[other.id, true]])
  expect((await admin().get<{ whatsapp: unknown }>(`/tickets/${ticket.id}`)).body.whatsapp).toBeNull()
  expect((await admin().post(`/messages/${active.id}`, { body: 'por onde?' })).status).toBe(404)
  expect((await admin().post('/whatsapp', { name: norte.connection.name, sandbox: true })).status).toBe(200)
  await purged()
  expect(await count(`messages where connection_id = ${id}`)).toBe(0)
  expect(await count(`tickets where whatsapp_id = ${id}`)).toBe(0)
  expect(await count(`connections where id = ${id}`)).toBe(0)
  expect(await count(`messages where ticket_id = ${ticket.id} and updated_at = 7`)).toBe(MANY)
}, 30_000)

import { expect, test } from 'bun:test'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte, sul } = office
const { ana, bia, admin } = norte.staff
type Page = { tickets: { id: number; unreadMessages: number }[] }

const make = (userId = ana.id) => norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId })
const pin = (id: number, who = ana) => who.client.put(`/tickets/${id}/pin`, {})
const unpin = (id: number) => ana.client.call('DELETE', `/tickets/${id}/pin`)
const pins = async (who = ana) => (await who.client.get<Page>('/tickets/pins')).body.tickets.map(({ id }) => id)

test('a pin is of one person, told to all their windows and to nobody else, and counts while it is on their desk', async () => {
  const [first, second] = [await make(), await make()]
  const [window, colleague] = [await ana.client.socket(['joinNotification']), await admin.client.socket(['joinNotification'])]
  await pin(first.id)
  await pin(first.id)
  await pin(second.id)
  await window.next(`company-${norte.id}-ticketPins`, told => (told.ticketIds as number[]).length === 2)
  expect(await pins()).toEqual([first.id, second.id])
  expect(await pins(admin)).toEqual([])
  expect((await colleague.settled()).filter(({ event }) => event.endsWith('ticketPins'))).toEqual([])
  await unpin(second.id)
  await window.next(`company-${norte.id}-ticketPins`, told => (told.ticketIds as number[]).join() === String(first.id))
  await ana.client.put(`/tickets/${first.id}`, { status: 'closed', justClose: true })
  expect(await pins()).toEqual([])
  expect((await pin(first.id)).status).toBe(400)
  // Reopened, it is on top again: whoever has the list on screen knows it already.
  expect((await ana.client.get<{ ticketIds: number[] }>('/tickets/pins')).body.ticketIds).toEqual([first.id])
  await ana.client.put(`/tickets/${first.id}`, { status: 'open', userId: ana.id })
  expect(await pins()).toEqual([first.id])
  await unpin(first.id)
  window.close()
  colleague.close()
})

test('twenty are the most; one that was handed on makes room', async () => {
  const made: number[] = []
  for (let i = 0; i < 21; i++) made.push((await make()).id)
  for (const id of made.slice(0, 20)) expect((await pin(id)).status).toBe(200)
  expect(await pin(made[20]!)).toMatchObject({ status: 400, body: { code: 'ERR_PIN_LIMIT' } })
  expect((await admin.client.put(`/tickets/${made[0]}`, { queueId: norte.queues[1].id, userId: bia.id })).status).toBe(200)
  expect((await pin(made[20]!)).status).toBe(200)
  expect(await pins()).toEqual(made.slice(1))
})

test('only what one sees is pinned or marked as unread', async () => {
  const hers = await make()
  for (const who of [bia, sul.staff.admin]) {
    const refused = who === bia ? 403 : 404
    expect((await pin(hers.id, who)).status).toBe(refused)
    expect((await who.client.post(`/tickets/${hers.id}/unread`)).status).toBe(refused)
  }
})

test('marked as unread, a ticket is among those to be read until its owner opens it, and its place stays', async () => {
  const ticket = await make()
  const socket = await ana.client.socket(['joinTickets', 'open'])
  const before = (await ana.client.get<{ updatedAt: string }>(`/tickets/${ticket.id}`)).body.updatedAt
  expect((await ana.client.post(`/tickets/${ticket.id}/unread`)).status).toBe(200)
  const { payload } = await socket.next(`company-${norte.id}-ticket`, told => told.ticketId === ticket.id)
  expect(payload.ticket).toMatchObject({ unreadMessages: 1, updatedAt: before })
  const unread = async () => (await ana.client.get<Page>('/tickets?withUnreadMessages=true')).body.tickets.map(({ id }) => id)
  expect(await unread()).toContain(ticket.id)
  await ana.client.post(`/tickets/${ticket.id}/read`)
  expect(await unread()).not.toContain(ticket.id)
  socket.close()
})

test('a mark as unread is taken back whoever has the ticket, and what the customer wrote since stays unread', async () => {
  const ticket = await make()
  const take = (who = admin) => who.client.call('DELETE', `/tickets/${ticket.id}/unread`)
  const count = async () => (await ana.client.get<{ unreadMessages: number }>(`/tickets/${ticket.id}`)).body.unreadMessages
  await admin.client.post(`/tickets/${ticket.id}/unread`)
  expect(await count()).toBe(1)
  expect((await take(bia)).status).toBe(403)
  expect((await take(sul.staff.admin)).status).toBe(404)
  expect((await take()).status).toBe(200)
  expect(await count()).toBe(0)
  await admin.client.post(`/tickets/${ticket.id}/unread`)
  await norte.makeMessage(ticket, { body: 'Ainda aí?', read: false, fromMe: false })
  expect((await take()).status).toBe(200)
  expect(await count()).toBe(1)
})

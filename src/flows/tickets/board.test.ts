import { expect, test } from 'bun:test'
import type { Company, Staff } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'

const office = await testOffice()
const { norte, sul } = office

type Tag = { id: number; name: string; position: number | null }
type Page = { tickets: { id: number; status: string; tags: { id: number }[] }[]; count: number; hasMore: boolean }

let made = 0
async function lane(company: Company = norte) {
  const { status, body } = await company.staff.admin.client.post<Tag>('/tags', { name: `Etapa ${++made}`, kanban: 1 })
  expect(status).toBe(200)
  return body
}
const board = async (who: Staff, query: Record<string, unknown> = {}, company: Company = norte) => {
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  return (await company.staff[who].client.get<Page>(`/ticket/kanban?${asked}`)).body
}
const idsOf = ({ tickets }: Page) => tickets.map(({ id }) => id).toSorted((a, b) => a - b)
const sorted = (...rows: { id: number }[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b)
const move = (ticket: { id: number }, to: { id: number }, who: Staff = 'admin') =>
  norte.staff[who].client.put(`/ticket-tags/${ticket.id}/${to.id}`, {})

test('the board has every open and waiting ticket that one may see, and no other', async () => {
  const { pending, open, support, unqueued, group } = norte.tickets
  expect(idsOf(await board('admin'))).toEqual(sorted(pending, open, support, unqueued, group))
  expect(idsOf(await board('supervisor'))).toEqual(sorted(pending, open, support, group))
  expect(idsOf(await board('ana'))).toEqual(sorted(pending, open, group))
  expect(idsOf(await board('bia'))).toEqual(sorted(support))
  expect(idsOf(await board('leo'))).toEqual(sorted(unqueued))
  expect(idsOf(await board('rui'))).toEqual([])
})

test('filters narrow the board, and open nothing', async () => {
  const [sales, support] = norte.queues
  const { support: hers, unqueued } = norte.tickets
  expect(idsOf(await board('admin', { queueIds: `[${support.id}]` }))).toEqual(sorted(hers, unqueued))
  expect(idsOf(await board('admin', { exceptQueueIds: `[${sales.id}]` }))).toEqual(sorted(hers, unqueued))
  expect(idsOf(await board('admin', { users: `[${norte.staff.bia.id}]` }))).toEqual(sorted(hers))
  expect(idsOf(await board('ana', { queueIds: `[${support.id}]` }))).toEqual([])
  expect(idsOf(await board('ana', { users: `[${norte.staff.bia.id}]` }))).toEqual([])
  expect(idsOf(await board('admin', { queueIds: `[${sul.queues[0].id}]` }))).toEqual(sorted(unqueued))
})

test('a lane is a list of its own: its tickets, their count, and pages of 40', async () => {
  const here = await lane()
  const rows: { id: number }[] = []
  for (let i = 0; i < 43; i++) rows.push(await norte.makeTicket({ queueId: norte.queues[0].id }))
  for (const row of rows) await move(row, here)
  const first = await board('ana', { lane: here.id })
  expect([first.tickets.length, first.count, first.hasMore]).toEqual([40, 43, true])
  const second = await board('ana', { lane: here.id, pageNumber: 2 })
  expect([second.tickets.length, second.count, second.hasMore]).toEqual([3, 43, false])
  expect(sorted(...first.tickets, ...second.tickets)).toEqual(sorted(...rows))
  const untagged = await board('ana', { lane: 0 })
  expect(untagged.tickets.some(({ id }) => rows.some(row => row.id === id))).toBe(false)
  expect(idsOf(untagged)).toContain(norte.tickets.pending.id)
  expect(await board('bia', { lane: here.id })).toMatchObject({ tickets: [], count: 0 })
})

test('a ticket that moves leaves its lane in the same step, keeps its other tags, and those who see it hear of it once', async () => {
  const [from, to] = [await lane(), await lane()]
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id })
  await norte.staff.admin.client.post('/tags/sync', { ticketId: ticket.id, tags: [{ id: norte.tag.id }] })
  await move(ticket, from)
  const colleague = await norte.staff.ana.client.socket(['joinTickets', 'pending'])
  const stranger = await norte.staff.bia.client.socket(['joinTickets', 'pending'])
  expect((await move(ticket, to, 'supervisor')).status).toBe(201)
  const { payload } = await colleague.next(`company-${norte.id}-ticket`, told => told.ticketId === ticket.id)
  expect(sorted(...(payload.ticket as { tags: Tag[] }).tags)).toEqual(sorted(norte.tag, to))
  expect(idsOf(await board('ana', { lane: from.id }))).toEqual([])
  expect(idsOf(await board('ana', { lane: to.id }))).toEqual([ticket.id])
  await norte.staff.admin.client.delete(`/ticket-tags/${ticket.id}`)
  expect(idsOf(await board('ana', { lane: to.id }))).toEqual([])
  expect(idsOf(await board('ana', { lane: 0 }))).toContain(ticket.id)
  expect((await stranger.settled()).filter(({ event }) => event.endsWith('-ticket'))).toEqual([])
  colleague.close()
  stranger.close()
})

test('who does not see a ticket moves it nowhere', async () => {
  const to = await lane()
  expect((await move(norte.tickets.open, to, 'bia')).status).toBe(403)
  expect((await norte.staff.bia.client.delete(`/ticket-tags/${norte.tickets.open.id}`)).status).toBe(403)
  expect((await move(sul.tickets.open, to)).status).toBe(404)
  expect((await move(norte.tickets.open, await lane(sul))).status).toBe(404)
  expect(await board('admin', { lane: to.id })).toMatchObject({ tickets: [], count: 0 })
})

test('a ticket has one lane, also when its tags are chosen from a list: the one that is new', async () => {
  const [before, after] = [await lane(), await lane()]
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id })
  await move(ticket, before)
  const tags = [after, norte.tag, before].map(({ id }) => ({ id }))
  const { body } = await norte.staff.ana.client.post<{ tags: Tag[] }>('/tags/sync', { ticketId: ticket.id, tags })
  expect(sorted(...body.tags)).toEqual(sorted(after, norte.tag))
  expect(idsOf(await board('ana', { lane: after.id }))).toEqual([ticket.id])
})

test('a ticket that has a tag when it becomes a lane stands in one of both: the first', async () => {
  const first = await lane()
  const { admin } = norte.staff
  const { body: late } = await admin.client.post<Tag>('/tags', { name: 'Ainda nenhuma etapa' })
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id })
  await admin.client.post('/tags/sync', { ticketId: ticket.id, tags: [{ id: first.id }, { id: late.id }] })
  await admin.client.put(`/tags/${late.id}`, { kanban: 1 })
  const lanesOf = async () => [idsOf(await board('ana', { lane: first.id })), idsOf(await board('ana', { lane: late.id }))]
  expect(await lanesOf()).toEqual([[ticket.id], []])
  await admin.client.put('/tags/kanban', { tagIds: [late.id, first.id] })
  expect(await lanesOf()).toEqual([[], [ticket.id]])
})

test('leaders put the lanes of their company into an order that lasts, and everyone hears of it', async () => {
  const [a, b, c] = [await lane(), await lane(), await lane()]
  const lanes = async (who: Staff) =>
    (await norte.staff[who].client.get<{ lista: Tag[] }>('/tags/kanban')).body.lista.filter(({ id }) => [a.id, b.id, c.id].includes(id))
  expect((await lanes('ana')).map(({ id }) => id)).toEqual([a.id, b.id, c.id])
  const socket = await norte.staff.ana.client.socket()
  expect((await norte.staff.ana.client.put('/tags/kanban', { tagIds: [c.id] })).status).toBe(403)
  expect((await norte.staff.supervisor.client.put('/tags/kanban', { tagIds: [c.id, a.id] })).status).toBe(200)
  await socket.next(`company-${norte.id}-tag`, told => (told.tag as Tag).id === c.id && (told.tag as Tag).position === 0)
  expect((await lanes('ana')).map(({ id }) => id)).toEqual([c.id, a.id, b.id])
  const late = await lane()
  expect((await norte.staff.ana.client.get<{ lista: Tag[] }>('/tags/kanban')).body.lista.at(-1)!.id).toBe(late.id)
  socket.close()
})

test('a tag that is no lane, or another company’s, has no place among the lanes', async () => {
  const other = await lane(sul)
  for (const id of [norte.tag.id, other.id, 1_000_000_000])
    expect((await norte.staff.admin.client.put('/tags/kanban', { tagIds: [id] })).status).toBe(404)
  expect((await norte.staff.admin.client.put('/tags/kanban', { tagIds: 'a' })).status).toBe(400)
})

test('without the board in the plan nothing of it answers, and tags stay tags', async () => {
  const operator = norte.staff.admin.client
  const here = await lane(sul)
  const { body } = await operator.get<{ plan: { id: number } }>(`/companies/listPlan/${sul.id}`)
  const { client } = sul.staff.admin
  expect((await client.get('/ticket/kanban')).status).toBe(200)
  await operator.put(`/plans/${body.plan.id}`, { useKanban: false })
  const refused = { status: 403, body: { code: 'ERR_NOT_IN_PLAN' } }
  expect(await client.get('/ticket/kanban')).toMatchObject(refused)
  expect(await client.get('/tags/kanban')).toMatchObject(refused)
  expect(await client.put('/tags/kanban', { tagIds: [here.id] })).toMatchObject(refused)
  expect(await client.put(`/ticket-tags/${sul.tickets.open.id}/${here.id}`, {})).toMatchObject(refused)
  expect(await client.delete(`/ticket-tags/${sul.tickets.open.id}`)).toMatchObject(refused)
  expect(await client.post('/tags', { name: 'Nova etapa', kanban: 1 })).toMatchObject(refused)
  expect(await client.put(`/tags/${sul.tag.id}`, { kanban: 1 })).toMatchObject(refused)
  expect((await client.put(`/tags/${here.id}`, { name: 'Outro nome', kanban: 1 })).status).toBe(200)
  expect((await client.post('/tags/sync', { ticketId: sul.tickets.open.id, tags: [{ id: here.id }] })).status).toBe(200)
  await operator.put(`/plans/${body.plan.id}`, { useKanban: true })
  expect(idsOf(await board('admin', { lane: here.id }, sul))).toEqual([sul.tickets.open.id])
})

test('what somebody put aside stands on no lane until it is back', async () => {
  const here = await lane()
  const ticket = await norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: norte.staff.ana.id })
  await move(ticket, here)
  const { client } = norte.staff.ana
  const shown = async () => idsOf(await board('ana', { lane: here.id }))
  const socket = await client.socket(['joinTickets', 'open'])
  expect((await client.put(`/tickets/${ticket.id}/snooze`, { until: new Date(Date.now() + 3600_000).toISOString() })).status).toBe(200)
  await socket.next(
    `company-${norte.id}-ticket`,
    told => told.action === 'update' && (told.ticket as { snoozedAt: unknown }).snoozedAt !== null,
  )
  expect(await shown()).toEqual([])
  expect((await client.delete(`/tickets/${ticket.id}/snooze`)).status).toBe(200)
  expect(await shown()).toEqual([ticket.id])
  socket.close()
})

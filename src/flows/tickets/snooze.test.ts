import { expect, spyOn, test } from 'bun:test'
import { newPhone } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { until } from '../../../tests/until'

const office = await testOffice()
const { norte, sul } = office
const { ana, bia, admin } = norte.staff

type Ticket = { id: number; snoozedAt: string | null; snoozedUntil: string | null; returnedBy: string | null; updatedAt: string }
type Page = { tickets: Ticket[]; count: number }

const HOUR = 3600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const make = () => norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: ana.id })
const snooze = (id: number, at: string | null, who = ana) => who.client.put<Ticket>(`/tickets/${id}/snooze`, { until: at })
const wake = (id: number) => ana.client.call<Ticket>('DELETE', `/tickets/${id}/snooze`)
const read = async (id: number) => (await ana.client.get<Ticket>(`/tickets/${id}`)).body
const list = async (query: string, who = ana) => (await who.client.get<Page>(`/tickets?${query}`)).body.tickets.map(({ id }) => id)
/** Has its time come a moment ago. */
async function ripen(id: number) {
  const { client } = office.store
  await client.execute({ sql: 'update tickets set snoozed_until = ? where id = ?', args: [Date.now() - 1, id] })
  await client.execute({ sql: "update jobs set due_at = ? where kind = 'snooze' and key = ?", args: [Date.now() - 1, String(id)] })
  office.product.jobs.runner.wake()
}

test('a ticket that sleeps is in the list of those alone, the one that wakes first on top; clients that do not ask see both', async () => {
  const [later, sooner, open, awake] = [await make(), await make(), await make(), await make()]
  await snooze(open.id, null)
  const at = inHours(30)
  expect((await snooze(later.id, at)).body).toMatchObject({ snoozedUntil: at, returnedBy: null })
  await snooze(sooner.id, inHours(2))
  expect(await list('snoozed=true&order=snoozed')).toEqual([sooner.id, later.id, open.id])
  const here = await list('status=open&snoozed=false')
  expect(here).toContain(awake.id)
  expect(here).not.toContain(later.id)
  expect(await list('status=open')).toContain(later.id)
  expect(await list('snoozed=true', bia)).toEqual([])
  expect(await list('snoozed=true&showAll=true', admin)).toContain(later.id)
})

test('its time brings it back on top of the list and says why, until its owner opens it', async () => {
  const ticket = await make()
  const other = await make()
  await snooze(ticket.id, inHours(1))
  const socket = await ana.client.socket(['joinTickets', 'open'])
  await ripen(ticket.id)
  await until(async () => (await read(ticket.id)).snoozedAt === null)
  expect(await read(ticket.id)).toMatchObject({ snoozedUntil: null, returnedBy: 'due' })
  const first = await list('status=open&snoozed=false')
  expect(first.indexOf(ticket.id)).toBeLessThan(first.indexOf(other.id))
  await socket.next(`company-${norte.id}-ticket`, told => (told.ticket as Ticket | undefined)?.returnedBy === 'due')
  await ana.client.post(`/tickets/${ticket.id}/read`)
  expect((await read(ticket.id)).returnedBy).toBeNull()
  socket.close()
})

test('put off once more, it sleeps past the first time', async () => {
  const ticket = await make()
  await snooze(ticket.id, inHours(1))
  const at = inHours(5)
  await snooze(ticket.id, at)
  await office.store.client.execute({ sql: "update jobs set due_at = 1 where kind = 'snooze' and key = ?", args: [String(ticket.id)] })
  office.product.jobs.runner.wake()
  const due = async () =>
    (await office.store.client.execute({ sql: "select due_at from jobs where kind = 'snooze' and key = ?", args: [String(ticket.id)] }))
      .rows
  await until(async () => Number((await due())[0]?.due_at) > Date.now() + HOUR)
  expect(await read(ticket.id)).toMatchObject({ snoozedUntil: at })
})

test('taken back, it stands where it stood, and nothing wakes it later', async () => {
  const ticket = await make()
  const before = (await read(ticket.id)).updatedAt
  await snooze(ticket.id, inHours(1))
  expect((await wake(ticket.id)).body).toMatchObject({ snoozedAt: null, snoozedUntil: null, returnedBy: null, updatedAt: before })
  const { rows } = await office.store.client.execute({
    sql: "select 1 from jobs where kind = 'snooze' and key = ?",
    args: [String(ticket.id)],
  })
  expect(rows).toHaveLength(0)
})

test('what the customer writes wakes it before its time; what the company writes does not', async () => {
  const pn = newPhone()
  await office.receive(norte, { from: { pn, name: 'Helena' }, text: 'oi' })
  const [ticket] = (await admin.client.get<{ tickets: { id: number }[] }>(`/tickets?searchParam=${pn.slice(-8)}&showAll=true`)).body.tickets
  const id = ticket!.id
  await snooze(id, inHours(9), admin)
  const asleep = async () => (await admin.client.get<Ticket>(`/tickets/${id}`)).body
  await office.receive(norte, { from: { pn }, text: 'da loja', fromMe: true })
  expect((await asleep()).snoozedAt).not.toBeNull()
  await office.receive(norte, { from: { pn }, text: 'e então?' })
  expect(await asleep()).toMatchObject({ snoozedAt: null, snoozedUntil: null, returnedBy: 'message' })
})

test('whoever moves it wakes it, and one that has ended does not sleep', async () => {
  const ticket = await make()
  await snooze(ticket.id, null)
  await ana.client.put(`/tickets/${ticket.id}`, { status: 'pending', userId: null })
  expect((await read(ticket.id)).snoozedAt).toBeNull()
  await snooze(ticket.id, null)
  await ana.client.put(`/tickets/${ticket.id}`, { status: 'closed', userId: ana.id, justClose: true })
  expect((await read(ticket.id)).snoozedAt).toBeNull()
  expect(await snooze(ticket.id, null)).toMatchObject({ status: 400, body: { code: 'ERR_TICKET_CLOSED' } })
})

test('a moment that has passed, is no moment or lies beyond a year is refused at its field, and nothing is changed', async () => {
  const ticket = await make()
  for (const bad of [inHours(-1), '2026', inHours(24 * 400), 'amanhã']) {
    const { status, body } = await snooze(ticket.id, bad)
    expect([status, (body as unknown as { code: string }).code]).toEqual([400, 'ERR_VALIDATION'])
  }
  expect((await read(ticket.id)).snoozedAt).toBeNull()
})

test('only who sees a ticket puts it off: no colleague of another queue, no other company', async () => {
  const ticket = await make()
  expect((await snooze(ticket.id, null, bia)).status).toBe(403)
  expect((await sul.staff.admin.client.put(`/tickets/${ticket.id}/snooze`, { until: null })).status).toBe(404)
  expect((await sul.staff.admin.client.call('DELETE', `/tickets/${ticket.id}/snooze`)).status).toBe(404)
})

test.each(['snooze', 'unread', 'pin'])('who lost a ticket a moment ago changes nothing of it on its new desk any more: %s', async verb => {
  const ticket = await make()
  const { store } = office
  const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const given = store.write(store.db, async db => {
    begun.resolve()
    await free.promise
    await db.$client.execute({ sql: 'update tickets set user_id = ? where id = ?', args: [bia.id, ticket.id] })
  })
  await begun.promise
  const writes = spyOn(store, 'write')
  const asked = ana.client.call(
    verb === 'unread' ? 'POST' : 'PUT',
    `/tickets/${ticket.id}/${verb}`,
    verb === 'snooze' ? { until: null } : undefined,
  )
  await until(() => writes.mock.calls.length > 0)
  free.resolve()
  await given
  writes.mockRestore()
  expect((await asked).status).toBe(403)
  expect((await admin.client.get<{ snoozedAt: null; unreadMessages: number }>(`/tickets/${ticket.id}`)).body).toMatchObject({
    snoozedAt: null,
    unreadMessages: 0,
  })
})

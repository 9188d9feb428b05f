import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { newPhone, until, type Staff } from '../../../tests/factories'
import { testOffice } from '../../../tests/office'
import { tickets } from '../tickets/schema'
import { ticketTrackings as table } from './schema'

const office = await testOffice()
const { norte, sul } = office
const as = (who: Staff) => norte.staff[who].client
const id = (who: Staff) => norte.staff[who].id

const start = Math.floor(Date.now() / 1000) * 1000
let seconds = 0
const after = (more: number) => setSystemTime(new Date(start + (seconds += more) * 1000))
beforeEach(() => after(0))
afterEach(() => void setSystemTime())

/** The second of a moment, from the beginning of the test. */
const second = (at: Date | null) => at && (at.getTime() - start) / 1000

type Seen = { queued: number | null; started: number | null; finished: number | null; userId: number | null }
async function openings(ticketId: number): Promise<Seen[]> {
  const rows = await office.store.db.select().from(table).where(eq(table.ticketId, ticketId)).orderBy(asc(table.id))
  return rows.map(row => ({
    queued: second(row.queuedAt),
    started: second(row.startedAt),
    finished: second(row.finishedAt),
    userId: row.userId,
  }))
}

async function written(from = { pn: newPhone(), name: 'Helena' }) {
  await office.receive(norte, { from, text: 'oi' })
  const [row] = await office.store.db
    .select()
    .from(tickets)
    .where(eq(tickets.companyId, norte.id))
    .orderBy(asc(tickets.id))
    .then(rows => rows.slice(-1))
  return { ticket: row!, from }
}
const put = async (who: Staff, ticket: { id: number }, patch: object) =>
  expect((await as(who).put(`/tickets/${ticket.id}`, patch)).status).toBe(200)
const accept = (who: Staff, ticket: { id: number }) => put(who, ticket, { status: 'open', userId: id(who) })

test('an opening begins with the first message, is somebody’s when accepted, and ends when it is closed', async () => {
  const { ticket } = await written()
  const began = seconds
  expect(await openings(ticket.id)).toEqual([{ queued: null, started: null, finished: null, userId: null }])
  after(3)
  await accept('admin', ticket)
  after(4)
  await put('admin', ticket, { status: 'closed' })
  expect(await openings(ticket.id)).toEqual([{ queued: began, started: began + 3, finished: began + 7, userId: id('admin') }])
})

test('the wait begins with the queue that somebody chose, and goes on in another', async () => {
  const { ticket } = await written()
  const began = seconds
  after(1)
  await put('admin', ticket, { queueId: norte.queues[0].id })
  after(1)
  await put('admin', ticket, { queueId: norte.queues[1].id })
  after(1)
  await accept('bia', ticket)
  expect(await openings(ticket.id)).toEqual([{ queued: began + 1, started: began + 3, finished: null, userId: id('bia') }])
})

test('who gives a ticket back makes it wait anew, and who accepts it twice began once', async () => {
  const { ticket } = await written()
  await accept('admin', ticket)
  after(2)
  await accept('admin', ticket)
  const began = seconds - 2
  expect(await openings(ticket.id)).toEqual([{ queued: began, started: began, finished: null, userId: id('admin') }])
  await put('admin', ticket, { status: 'pending', userId: null })
  expect(await openings(ticket.id)).toEqual([{ queued: seconds, started: null, finished: null, userId: null }])
})

test('a colleague who gets a ticket begins then, and the wait stays as long as it was', async () => {
  const { ticket } = await written()
  after(2)
  await accept('admin', ticket)
  after(5)
  await put('admin', ticket, { userId: id('supervisor') })
  expect(await openings(ticket.id)).toEqual([{ queued: seconds - 2, started: seconds, finished: null, userId: id('supervisor') }])
})

test('a customer who comes back opens the ticket a second time, and a person who reopens it a third', async () => {
  const { ticket, from } = await written()
  await accept('admin', ticket)
  await put('admin', ticket, { status: 'closed', justClose: true })
  after(1)
  await office.receive(norte, { from, text: 'esqueci uma coisa' })
  await accept('admin', ticket)
  await put('admin', ticket, { status: 'closed', justClose: true })
  after(61)
  await put('admin', ticket, { status: 'open', userId: id('admin') })
  expect((await openings(ticket.id)).map(({ finished }) => finished)).toEqual([seconds - 62, seconds - 61, null])
})

test('an end that is undone was none: the opening goes on as it began, also of a ticket that nobody had', async () => {
  const { ticket } = await written()
  await accept('admin', ticket)
  const began = seconds
  after(4)
  await put('admin', ticket, { status: 'closed' })
  after(5)
  await put('admin', ticket, { status: 'open', userId: id('admin') })
  expect(await openings(ticket.id)).toEqual([{ queued: began, started: began, finished: null, userId: id('admin') }])

  const { ticket: waiting } = await written()
  await put('admin', waiting, { status: 'closed' })
  after(5)
  await put('admin', waiting, { status: 'open', userId: id('admin') })
  expect(await openings(waiting.id)).toEqual([{ queued: seconds - 5, started: seconds, finished: null, userId: id('admin') }])
})

test('a colleague who opens a ticket right after it ended begins another opening, and so does a customer', async () => {
  const { ticket, from } = await written()
  await accept('admin', ticket)
  await put('admin', ticket, { userId: id('supervisor') })
  await put('admin', ticket, { status: 'closed', justClose: true })
  after(1)
  await put('admin', ticket, { status: 'open', userId: id('admin') })
  expect((await openings(ticket.id)).map(({ userId }) => userId)).toEqual([id('supervisor'), id('admin')])
  await put('admin', ticket, { status: 'closed', justClose: true })
  after(1)
  await office.receive(norte, { from, text: 'esqueci' })
  expect(await openings(ticket.id)).toHaveLength(3)
})

test('closing all, and the end of whoever had a ticket, are written down too', async () => {
  const { client } = norte.staff.admin
  const { body: hired } = await client.post<{ id: number }>('/users', {
    name: 'Zoé',
    email: `zoe-${crypto.randomUUID()}@norte.com`,
    password: 'fita-amarela',
    profile: 'admin',
  })
  const [kept, closed] = [(await written()).ticket, (await written()).ticket]
  for (const ticket of [kept, closed]) await put('admin', ticket, { status: 'open', userId: hired.id })
  await put('admin', closed, { status: 'closed' })
  after(1)
  await client.delete(`/users/${hired.id}`)
  expect(await openings(kept.id)).toEqual([{ queued: seconds, started: null, finished: null, userId: null }])
  await until(async () => (await openings(closed.id))[0]!.userId === null)
  expect((await client.post('/tickets/closeAll', { status: 'pending', selectedQueueIds: [] })).status).toBe(200)
  expect(await openings(kept.id)).toEqual([{ queued: seconds, started: null, finished: seconds, userId: null }])
})

test('what a deleted ticket was counts no more at once, and is gone with it', async () => {
  const { ticket } = await written()
  await as('admin').delete(`/tickets/${ticket.id}`)
  const [row] = await office.store.db.select().from(table).where(eq(table.ticketId, ticket.id))
  expect(row?.companyId ?? 0).toBe(0)
  await until(async () => !(await openings(ticket.id)).length)
})

test('two contacts that turn out to be one have one record, and two again when the merge is taken back', async () => {
  const [pn, lid] = [newPhone(), '323456789012345']
  const first = await written({ pn, name: 'Rita' })
  await office.receive(norte, { from: { lid }, text: 'pelo lid' })
  const { ticket: second } = await written({ pn: newPhone(), name: 'Outra' }).then(async () => {
    const rows = await office.store.db.select().from(tickets).where(eq(tickets.companyId, norte.id)).orderBy(asc(tickets.id))
    return { ticket: rows.at(-2)! }
  })
  await accept('admin', second)
  await put('admin', second, { status: 'closed', justClose: true })
  await office.receive(norte, { from: { lid }, text: 'de novo' })
  await office.receive(norte, { from: { pn, lid }, text: 'sou eu' })
  const mine = await office.store.db.select().from(table).where(eq(table.contactId, first.ticket.contactId)).orderBy(asc(table.id))
  expect(mine.map(row => [row.ticketId, row.finishedAt !== null])).toEqual([
    [first.ticket.id, false],
    [first.ticket.id, true],
  ])
  expect((await as('admin').post(`/contacts/${first.ticket.contactId}/unmerge`)).status).toBe(200)
  const unfinished = (await office.store.db.select().from(table).where(eq(table.companyId, norte.id))).filter(row => !row.finishedAt)
  expect(unfinished.filter(row => [first.ticket.id, second.id].includes(row.ticketId))).toHaveLength(2)
})

test('every active ticket has one unfinished opening, and no closed one has any', async () => {
  for (const { id: companyId } of [norte, sul]) {
    const rows = await office.store.db.select().from(tickets).where(eq(tickets.companyId, companyId))
    const tracked = await office.store.db.select().from(table).where(eq(table.companyId, companyId))
    for (const ticket of rows.filter(row => tracked.some(one => one.ticketId === row.id)))
      expect(tracked.filter(one => one.ticketId === ticket.id && !one.finishedAt)).toHaveLength(ticket.status === 'closed' ? 0 : 1)
  }
})

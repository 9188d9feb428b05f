import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { testOffice } from '../../../tests/office'
import { messages as table } from './schema'

const office = await testOffice()
const { norte, sul } = office
const ana = norte.staff.ana.client

type Page = {
  messages: { id: string; body: string }[]
  hasMore: boolean
  hasNewer: boolean
  aroundId: string | null
  firstUnread?: string | null
}

const ticketOf = (more: object = {}) =>
  norte.makeTicket({ queueId: norte.queues[0].id, status: 'open', userId: norte.staff.ana.id, ...more })
const page = async (ticketId: number, query: string) => (await ana.get<Page>(`/messages/${ticketId}?${query}`)).body

/** A message of a moment in São Paulo. */
async function said(ticket: Awaited<ReturnType<typeof ticketOf>>, body: string, at: string) {
  const message = await norte.makeMessage(ticket, { body })
  await norte.ctx.db
    .update(table)
    .set({ createdAt: new Date(`${at}-03:00`) })
    .where(eq(table.uid, message.uid))
  return message
}

test('a day is told around the first message that was said from its beginning on, where the company is', async () => {
  const ticket = await ticketOf()
  for (let i = 0; i < 30; i++) await said(ticket, `antes ${i}`, '2026-03-09T23:59:59')
  const first = await said(ticket, 'à meia-noite', '2026-03-10T00:00:00')
  for (let i = 0; i < 30; i++) await said(ticket, `depois ${i}`, '2026-03-12T10:00:00')

  const day = await page(ticket.id, 'aroundDate=2026-03-10')
  expect(day).toMatchObject({ aroundId: first.uid, hasMore: true, hasNewer: true })
  expect(day.messages).toHaveLength(41)
  expect(day.messages[20]).toMatchObject({ id: first.uid })
  // A day of silence is the next one on which something was said.
  const silent = await page(ticket.id, 'aroundDate=2026-03-11&history=true')
  expect(silent.messages.find(({ id }) => id === silent.aroundId)?.body).toBe('depois 0')
})

test('a day of a reader who lives by another clock is told from the moment at which it begins there', async () => {
  const ticket = await ticketOf()
  await said(ticket, 'à meia-noite de São Paulo', '2026-03-10T00:00:00')
  const first = await said(ticket, 'à meia-noite de Manaus', '2026-03-10T01:00:00')
  for (const history of [true, false]) {
    expect(await page(ticket.id, `aroundTime=2026-03-10T04:00:00.000Z&history=${history}`)).toMatchObject({ aroundId: first.uid })
  }
  expect((await ana.get(`/messages/${ticket.id}?aroundTime=2026-03-10`)).status).toBe(400)
})

test('before everything a day is the beginning, after everything the end, and of silence nothing', async () => {
  const ticket = await ticketOf()
  const [one, two] = [await said(ticket, 'um', '2026-03-10T12:00:00'), await said(ticket, 'dois', '2026-03-11T12:00:00')]
  expect(await page(ticket.id, 'aroundDate=2001-01-01')).toMatchObject({ aroundId: one.uid, hasMore: false, hasNewer: false })
  expect(await page(ticket.id, 'aroundDate=2030-01-01&history=true')).toMatchObject({ aroundId: two.uid, hasMore: false, hasNewer: false })
  const silence = await ticketOf()
  expect(await page(silence.id, 'aroundDate=2026-03-10')).toMatchObject({ aroundId: null, messages: [], hasMore: false, hasNewer: false })
  expect((await ana.get(`/messages/${ticket.id}?aroundDate=ontem`)).status).toBe(400)
})

test('a day tells what its reader sees alone, and marks nothing as read', async () => {
  const ticket = await ticketOf({ unreadMessages: 1 })
  const hidden = await norte.makeTicket({ contactId: ticket.contactId, queueId: norte.queues[1].id, status: 'closed' })
  await said(hidden, 'de outra fila', '2026-03-10T12:00:00')
  const own = await said(ticket, 'desta', '2026-03-11T12:00:00')
  const day = await page(ticket.id, 'aroundDate=2026-03-10&history=true')
  expect([day.aroundId, day.messages.map(({ body }) => body)]).toEqual([own.uid, ['desta']])
  expect((await ana.get(`/messages/${sul.tickets.open.id}?aroundDate=2026-03-10`)).status).toBe(404)
  expect(await page(ticket.id, 'markRead=false')).toMatchObject({ firstUnread: own.uid })
})

test('the newest page names the first message that nobody read, for the last time as it is read', async () => {
  const ticket = await ticketOf({ unreadMessages: 2 })
  await norte.makeMessage(ticket, { fromMe: true })
  const [first] = [await norte.makeMessage(ticket), await norte.makeMessage(ticket)]
  expect((await page(ticket.id, `around=${first.uid}`)).firstUnread).toBeUndefined()
  expect((await page(ticket.id, '')).firstUnread).toBe(first.uid)
  expect((await page(ticket.id, '')).firstUnread).toBeNull()
})

test('a message that came late is found by its own day, and one of another time hides none', async () => {
  const ticket = await ticketOf()
  await said(ticket, 'relógio adiantado', '2027-03-10T12:00:00')
  await said(ticket, 'dia dez', '2026-03-10T12:00:00')
  const late = await said(ticket, 'chegou tarde', '2026-03-05T12:00:00')
  const last = await said(ticket, 'dia vinte', '2026-03-20T12:00:00')
  expect(await page(ticket.id, 'aroundDate=2026-03-05')).toMatchObject({ aroundId: late.uid })
  expect(await page(ticket.id, 'aroundDate=2026-03-20&history=true')).toMatchObject({ aroundId: last.uid })
})

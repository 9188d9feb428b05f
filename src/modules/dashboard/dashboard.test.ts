import { beforeAll, describe, expect, setSystemTime, test, onTestFinished } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { newPhone, type Company } from '../../../tests/factories'
import { draws } from '../../../tests/dice'
import { testOffice } from '../../../tests/office'
import { companies as companyTable } from '../companies/schema'
import { connections } from '../connections'
import { tickets } from '../tickets/schema'
import { ticketTrackings as table } from '../trackings/schema'

const office = await testOffice()
const { norte, sul } = office

type Attendant = { id: number; name: string; avgSupportTime: number; tickets: number; rating: number; online: boolean }
type Figures = { counters: Record<string, number>; attendants: Attendant[] }
type Chart = { data: { total: string; data?: string; horario?: string }[]; count: number }

const HOUR = 3600_000
const DAY = 24 * HOUR
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
const daysAgo = (days: number) => new Date(Date.parse(today) - days * DAY).toISOString().slice(0, 10)
/** Midnight in São Paulo, which knows no summer time any more. */
const midnight = (date: string) => Date.parse(`${date}T03:00:00Z`)

const draw = draws(1)

/** Forty days of a company's openings, with those of nobody among them. */
async function history({ id: companyId, staff, makeTicket, makeContact }: Company) {
  const people = [staff.ana.id, staff.bia.id, staff.admin.id, null]
  const contacts = await Promise.all(Array.from({ length: 12 }, () => makeContact()))
  const tickets = await Promise.all(contacts.map(({ id }) => makeTicket({ contactId: id, status: 'closed' })))
  for (let i = 0; i < 120; i++) {
    const ticket = tickets[Math.floor(draw() ** 2 * tickets.length)]!
    const createdAt = midnight(today) - Math.floor(draw() * 40 * DAY)
    const userId = people[Math.floor(draw() * people.length)]!
    const startedAt = userId && createdAt + Math.floor(draw() * 2 * HOUR)
    const finishedAt = createdAt + 2 * HOUR + Math.floor(draw() * DAY)
    const at = (moment: number | null) => (moment ? new Date(moment) : null)
    await office.store.db.insert(table).values({
      companyId,
      ticketId: ticket.id,
      contactId: ticket.contactId,
      userId,
      createdAt: new Date(createdAt),
      queuedAt: new Date(createdAt),
      startedAt: at(startedAt),
      ratingAt: draw() < 0.3 ? at(finishedAt - 60_000) : null,
      finishedAt: at(finishedAt),
      rating: draw() < 0.5 ? 1 + Math.floor(draw() * 3) : null,
    })
  }
}

/** What the rows say, counted one by one. */
async function recount({ id }: Company, from: number, to: number) {
  const all = await office.store.db.select().from(table).where(eq(table.companyId, id))
  const isWithin = ({ createdAt }: { createdAt: Date }) => createdAt.getTime() >= from && createdAt.getTime() < to
  const rows = all.filter(isWithin)
  const mean = (numbers: number[]) => (numbers.length ? numbers.reduce((sum, one) => sum + one, 0) / numbers.length : 0)
  const minutes = (until: Date | null, since: Date | null) => (until && since ? (until.getTime() - since.getTime()) / 60_000 : 0)
  const support = (some: typeof rows) =>
    mean(some.map(row => (row.finishedAt ? minutes(row.ratingAt ?? row.finishedAt, row.startedAt) : 0)).filter(time => time > 0))
  const byContact = Map.groupBy(all, row => row.contactId)
  const first = (some: typeof rows) => some.reduce((one, other) => (other.createdAt < one.createdAt ? other : one))
  const ofStatus = async (status: string) =>
    (await office.store.db.get<{ n: number }>(sql`select count(*) n from tickets where company_id = ${id} and status = ${status}`))!.n
  return {
    rows,
    counters: {
      avgSupportTime: support(rows),
      avgWaitTime: mean(rows.map(row => minutes(row.startedAt, row.queuedAt)).filter(time => time > 0)),
      supportFinished: rows.filter(row => row.finishedAt).length,
      supportHappening: await ofStatus('open'),
      supportPending: await ofStatus('pending'),
      leads: [...byContact.values()].filter(some => isWithin(first(some))).length,
    },
    of: (userId: number) => {
      const own = rows.filter(row => row.userId === userId)
      return { tickets: own.length, avgSupportTime: support(own), rating: mean(own.flatMap(row => row.rating ?? [])) }
    },
  }
}

/** Sums of large numbers in another order differ in their last digits. */
const near = (figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, expect.closeTo(value, 6)]))

beforeAll(async () => {
  for (const company of [norte, sul]) await history(company)
})

const SPANS: [string, string, number, number][] = [
  ['the last 7 days', 'days=7', midnight(daysAgo(6)), midnight(today) + DAY],
  ['the last 30 days', 'days=30', midnight(daysAgo(29)), midnight(today) + DAY],
  ['two dates', `date_from=${daysAgo(20)}&date_to=${daysAgo(10)}`, midnight(daysAgo(20)), midnight(daysAgo(9))],
  ['all since a date', `days=&date_from=${daysAgo(15)}&date_to=`, midnight(daysAgo(15)), Infinity],
  ['all up to a date', `date_to=${daysAgo(15)}`, 0, midnight(daysAgo(14))],
]
describe.each([
  ['Norte', norte],
  ['Sul', sul],
])('the figures of %s', (_, company) => {
  test.each(SPANS)('of %s are those of its rows', async (_, query, from, to) => {
    const { status, body } = await company.staff.admin.client.get<Figures>(`/dashboard?${query}`)
    expect(status).toBe(200)
    const expected = await recount(company, from, to)
    expect(expected.rows.length).toBeGreaterThan(5)
    expect(body.counters).toMatchObject(near(expected.counters))
    expect(new Set(body.attendants.map(one => one.id))).toEqual(new Set(Object.values(company.staff).map(one => one.id)))
    for (const { id, ...shown } of body.attendants) expect(shown).toMatchObject(near(expected.of(id)))
  })

  test('have the names of the contract and no others', async () => {
    const { body } = await company.staff.admin.client.get<Figures>('/dashboard?days=30')
    expect(Object.keys(body.counters).toSorted()).toEqual([
      'avgSupportTime',
      'avgWaitTime',
      'leads',
      'supportFinished',
      'supportHappening',
      'supportPending',
      'totalCompanies',
      'totalWhatsappSessions',
    ])
    expect(Object.keys(body.attendants[0]!).toSorted()).toEqual(['avgSupportTime', 'id', 'name', 'online', 'rating', 'tickets'])
    expect(Object.keys(body).toSorted()).toEqual(['attendants', 'counters'])
  })

  test('by person and by day add up to the rows', async () => {
    const { client } = company.staff.admin
    const days = `initialDate=${daysAgo(20)}&finalDate=${daysAgo(1)}`
    const { rows, of } = await recount(company, midnight(daysAgo(20)), midnight(today))
    const { body: people } = await client.get<{ data: { quantidade: string; nome: string }[] }>(`/dashboard/ticketsUsers?${days}`)
    expect(people.data).toHaveLength(Object.keys(company.staff).length)
    for (const { id, name } of Object.values(company.staff))
      expect(people.data).toContainEqual({ quantidade: String(of(id).tickets), nome: name })
    expect(people.data.at(-1)!.quantidade).toBe('0')
    const { body: chart } = await client.get<Chart>(`/dashboard/ticketsDay?${days}`)
    expect(chart.count).toBe(rows.length)
    expect(chart.data).toHaveLength(20)
    for (const [i, { total, data }] of chart.data.entries()) {
      const date = daysAgo(20 - i)
      expect(data).toBe(date.split('-').toReversed().join('/'))
      const own = rows.filter(({ createdAt }) => createdAt.getTime() >= midnight(date) && createdAt.getTime() < midnight(date) + DAY)
      expect(total).toBe(String(own.length))
    }
  })
})

test('an opening made through the product is in the figures with the next answer', async () => {
  const { client } = norte.staff.admin
  const count = async () => (await client.get<Chart>(`/dashboard/ticketsDay?initialDate=${today}&finalDate=${today}`)).body.count
  const before = await count()
  await office.receive(norte, { from: { pn: '5511955550001', name: 'Nova' } })
  expect(await count()).toBe(before + 1)
})

test('a customer who was served and writes again stays a new contact, and an end that was undone is not finished', async () => {
  const { client, id: userId } = norte.staff.admin
  const counted = async () => (await client.get<Figures>('/dashboard?days=1')).body.counters
  const before = await counted()
  const from = { pn: newPhone(), name: 'Yara' }
  await office.receive(norte, { from })
  const ticket = (await office.store.db.select().from(tickets).where(eq(tickets.companyId, norte.id)).orderBy(tickets.id)).at(-1)!
  const put = async (body: object) => expect((await client.put(`/tickets/${ticket.id}`, body)).status).toBe(200)
  await put({ status: 'open', userId })
  for (const status of ['closed', 'open', 'closed']) await put({ status, userId, justClose: true })
  const served = { leads: before.leads! + 1, supportFinished: before.supportFinished! + 1 }
  expect(await counted()).toMatchObject(served)
  await office.receive(norte, { from })
  expect(await counted()).toMatchObject({ ...served, supportPending: before.supportPending! + 1 })
})

test('operators see the companies and connections of the installation, others their own', async () => {
  await connections.setState(sul.ctx, sul.connection.id, { status: 'CONNECTED' })
  const of = async (company: Company) => (await company.staff.admin.client.get<Figures>('/dashboard?days=3')).body.counters
  expect(await of(norte)).toMatchObject({ totalCompanies: 3, totalWhatsappSessions: 1 })
  expect(await of(sul)).toMatchObject({ totalCompanies: 1, totalWhatsappSessions: 1 })
  await connections.setState(sul.ctx, sul.connection.id, { status: 'DISCONNECTED' })
  expect(await of(norte)).toMatchObject({ totalCompanies: 3, totalWhatsappSessions: 0 })
})

test.each(['', '/ticketsUsers', '/ticketsDay'])('/dashboard%s is for administrators, and needs a filter that can be met', async path => {
  const { admin, supervisor, ana } = norte.staff
  const [first, last] = path ? ['initialDate', 'finalDate'] : ['date_from', 'date_to']
  const ask = (query: string) => admin.client.get<{ error: string }>(`/dashboard${path}?${query}`)
  for (const { client } of [supervisor, ana])
    expect((await client.get(`/dashboard${path}?days=30&${first}=${today}&${last}=${today}`)).status).toBe(403)
  for (const query of ['', `${first}=&${last}=`]) {
    expect(await ask(query)).toMatchObject({ status: 400, body: { error: 'Parametrize o filtro' } })
  }
  expect(await ask(`${first}=${today}&${last}=${daysAgo(1)}`)).toMatchObject({
    status: 400,
    body: { error: 'A data final vem antes da inicial' },
  })
  for (const wrong of ['2026-02-30', '2026-13-01', '1/2/2026', 'x'.repeat(1000)])
    expect((await ask(`${first}=${wrong}&${last}=${wrong}`)).status).toBe(400)
})

test('a chart has the bars of a year at most', async () => {
  const ask = (initialDate: string) =>
    norte.staff.admin.client.get<Chart>(`/dashboard/ticketsDay?initialDate=${initialDate}&finalDate=2026-03-01`)
  expect((await ask('2025-03-01')).body.data).toHaveLength(366)
  expect(await ask('2025-01-01')).toMatchObject({ status: 400, body: { error: 'Escolha até um ano' } })
})

test('a day is the company’s, also when clocks are changed at its midnight', async () => {
  const [ticket] = [sul.tickets.closed]
  const set = (timeZone: string) => office.store.db.update(companyTable).set({ timeZone }).where(eq(companyTable.id, sul.id)).execute()
  onTestFinished(() => void set('America/Sao_Paulo'))
  await set('America/Santiago')
  // Santiago went from 24:00 to 01:00 there, and from 24:00 back to 23:00 in April.
  const moments = [
    '2025-09-07T03:59:00Z',
    '2025-09-07T04:00:00Z',
    '2025-09-08T02:59:00Z',
    '2025-09-08T03:00:00Z',
    '2025-04-06T02:30:00Z',
    '2025-04-06T03:30:00Z',
  ]
  for (const at of moments)
    await office.store.db
      .insert(table)
      .values({ companyId: sul.id, ticketId: ticket.id, contactId: ticket.contactId, createdAt: new Date(at), finishedAt: new Date(at) })
  const chart = async (first: string, last = first) =>
    (await sul.staff.admin.client.get<Chart>(`/dashboard/ticketsDay?initialDate=${first}&finalDate=${last}`)).body
  expect((await chart('2025-09-06', '2025-09-08')).data.map(({ total }) => total)).toEqual(['1', '2', '1'])
  const spring = await chart('2025-09-07')
  expect(spring.data).toHaveLength(24)
  expect(spring.data.filter(({ total }) => total !== '0')).toEqual([
    { total: '1', horario: '1' },
    { total: '1', horario: '23' },
  ])
  expect((await chart('2025-04-05')).data[23]).toEqual({ total: '2', horario: '23' })
})

test('the last days end today on the company’s clock', async () => {
  const noon = midnight(daysAgo(3)) + 12 * HOUR
  onTestFinished(() => void setSystemTime())
  const { body: before } = await sul.staff.admin.client.get<Figures>(`/dashboard?date_from=${daysAgo(3)}&date_to=${daysAgo(3)}`)
  setSystemTime(new Date(noon))
  const client = await office.signIn(sul.staff.admin)
  const { body } = await client.get<Figures>('/dashboard?days=1')
  expect(body.counters.supportFinished).toBe(before.counters.supportFinished!)
})

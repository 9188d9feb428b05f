import { expect, setSystemTime, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { testOffice } from '../../../tests/office'
import { companies, later, monthsLater } from '../companies'
import { companies as companyTable } from '../companies/schema'
import { invoices as verbs, type MoneyFigures, type Receivable } from './index'
import { RECEIVABLES } from './body'
import { invoices } from './schema'

const office = await testOffice()
const { norte, sul, store } = office
const operator = norte.staff.admin.client
const today = companies.today({ timeZone: 'America/Sao_Paulo' })
const month = (ago: number) => monthsLater(`${today.slice(0, 7)}-01`, -ago)
const oeste = await office.company('Oeste')
await office.store.client.execute('delete from invoices')

type Row = { company: { id: number }; cents: number; dueDate?: string; paid?: string; until?: string }
/** An invoice as it was paid, or is owed. */
const add = ({ company, cents, dueDate = today, paid, until }: Row) =>
  store.db.insert(invoices).values({
    companyId: company.id,
    detail: 'Equipe',
    cents,
    dueDate,
    months: 1,
    day: 1,
    ...(paid && { status: 'paid' as const, paidBy: 'pix', renewedUntil: until ?? null, paidAt: new Date(`${paid}T12:00:00-03:00`) }),
  })

await add({ company: norte, cents: 10_010, paid: month(2), until: month(1) })
await add({ company: norte, cents: 10_020, paid: month(1), until: monthsLater(today, 1) })
await add({ company: sul, cents: 20_000, paid: month(3), until: later(month(2), 9) })
await add({ company: sul, cents: 30_000, dueDate: later(today, -10) })
await add({ company: oeste, cents: 40_005, dueDate: later(today, 4) })
// The first second of a month, where the operator is.
await store.db.insert(invoices).values({
  ...{ companyId: oeste.id, detail: 'Equipe', cents: 7, dueDate: today, months: 1, day: 1, status: 'paid' as const, paidBy: 'pix' },
  paidAt: new Date(`${month(1)}T00:00:00-03:00`),
  renewedUntil: monthsLater(today, 1),
})

test('an operator reads what came in by month, what is owed and what is owed too long, to the cent', async () => {
  const { body } = await operator.get<MoneyFigures>('/invoices/figures')
  expect(body.months).toHaveLength(12)
  const byMonth = Object.fromEntries(body.months.map(({ month, value }) => [month, value]))
  expect([3, 2, 1, 0].map(ago => byMonth[month(ago).slice(0, 7)])).toEqual([200, 100.1, 100.27, 0])
  expect(body.receivable).toEqual({ value: 400.05, invoices: 1 })
  expect(body.open.map(({ value }) => value)).toEqual([0, 300, 0, 400.05, 0])
  expect(body.overdue).toEqual({ value: 300, invoices: 1 })
})

test('who paid and came to the end of it is lost in that month, of those that paid when it began', async () => {
  const { body } = await operator.get<MoneyFigures>('/invoices/figures')
  const at = (ago: number) => body.months.find(one => one.month === month(ago).slice(0, 7))!
  expect([at(2), at(1)].map(({ paying, lost }) => ({ paying, lost }))).toEqual([
    { paying: 1, lost: 1 },
    { paying: 1, lost: 0 },
  ])
  expect(body.paying).toBe(2)
})

test('what is open of all companies is read with its company, the oldest first, by operators alone', async () => {
  const { body } = await operator.get<Receivable[]>('/invoices/receivables')
  expect(body.map(({ value, company, remindedAt }) => [value, company.name, remindedAt])).toEqual([
    [300, 'Sul', null],
    [400.05, 'Oeste', null],
  ])
  for (const path of ['/invoices/figures', '/invoices/receivables']) expect((await sul.staff.admin.client.get(path)).status).toBe(403)
})

test('what is open beyond one page of it is on the next', async () => {
  // A company owes one at a time.
  const [{ id: _, ...like }] = (await store.db.select().from(companyTable).where(eq(companyTable.id, oeste.id))) as [
    typeof companyTable.$inferSelect,
  ]
  for (let from = 0; from < RECEIVABLES; from += 100) {
    const named = Array.from({ length: 100 }, (_, i) => ({ ...like, id: 10_000 + from + i, name: `Uma de muitas ${from + i}` }))
    const made = await store.db.insert(companyTable).values(named).returning({ id: companyTable.id })
    const owed = made.map(({ id }) => ({ companyId: id, detail: 'Equipe', cents: 100, dueDate: later(today, 9), months: 1, day: 1 }))
    await store.db.insert(invoices).values(owed)
  }
  const pages = await Promise.all([1, 2, 3].map(n => operator.get<Receivable[]>(`/invoices/receivables?pageNumber=${n}`)))
  expect(pages.map(({ body }) => body.length)).toEqual([RECEIVABLES, 2, 0])
  expect(new Set(pages.flatMap(({ body }) => body.map(({ id }) => id))).size).toBe(RECEIVABLES + 2)
  await store.client.execute("delete from companies where name like 'Uma de muitas%'")
})

test('who pays a reseller is none of the house’s: neither in its figures, nor in what it is owed or hears of payments', async () => {
  const before = (await operator.get<MoneyFigures>('/invoices/figures')).body
  const born = { name: 'Zap', email: 'dono@zap.com', password: 'uma frase curta', domains: 'zap.com' }
  const { id } = (await operator.post<{ id: number }>('/resellers', born)).body
  const customer = await office.company('Cliente do Zap')
  const paying = { companyId: customer.id, resellerId: id, detail: 'Equipe', cents: 500, dueDate: today, months: 1, day: 1 }
  await store.client.execute({ sql: 'update companies set reseller_id = ? where id = ?', args: [id, customer.id] })
  await store.db.insert(invoices).values([
    { ...paying, dueDate: later(today, -3) },
    { ...paying, status: 'paid', paidBy: 'pix', paidAt: new Date(`${month(1)}T12:00:00-03:00`), renewedUntil: monthsLater(today, 1) },
  ])
  // Who never paid them is nobody's customer yet.
  const trying = await office.company('Experimenta o Zap')
  await store.client.execute({ sql: 'update companies set reseller_id = ? where id = ?', args: [id, trying.id] })
  await store.client.execute({
    sql: "insert into payment_events (company_id, provider, source, fate, raw, created_at) values (?, 'manual', 'operator', 'paid', '{}', 0)",
    args: [customer.id],
  })
  // Which is said in the screen.
  expect((await operator.get<MoneyFigures>('/invoices/figures')).body).toEqual({ ...before, elsewhere: before.elsewhere + 1 })
  expect((await operator.get<Receivable[]>('/invoices/receivables')).text).not.toContain('Zap')
  expect((await operator.get('/payment-accounts/events')).text).not.toContain('Zap')
})

test('what a company paid that was deleted since came in all the same, and it is lost in the month of that', async () => {
  const gone = await office.company('Foz')
  const until = monthsLater(today, 2)
  await store.client.execute({ sql: 'delete from invoices where company_id = ?', args: [gone.id] })
  await add({ company: gone, cents: 70_000, paid: month(1), until })
  const read = async () => (await operator.get<MoneyFigures>('/invoices/figures')).body
  const before = await read()
  expect((await operator.delete(`/companies/${gone.id}`)).status).toBe(200)
  const after = await read()
  expect(after.months.map(({ value }) => value)).toEqual(before.months.map(({ value }) => value))
  expect(after.paying).toBe(before.paying - 1)
  const lost = ({ months }: MoneyFigures) => months.reduce((sum, { lost }) => sum + lost, 0)
  expect(lost(after)).toBe(lost(before) + 1)
  const { rows } = await store.client.execute('select * from past_payments')
  expect(rows.map(row => [row['cents'], JSON.stringify(row).includes('Foz')])).toEqual([[70_000, false]])
})

test('one that is deleted in the evening, when by UTC it is tomorrow, pays no more from then on', async () => {
  const gone = await office.company('Vésper')
  await store.client.execute({ sql: 'delete from invoices where company_id = ?', args: [gone.id] })
  await add({ company: gone, cents: 123, paid: month(1), until: monthsLater(today, 2) })
  setSystemTime(new Date(`${today}T22:30:00-03:00`))
  await verbs.bury(norte.ctx, gone.id).finally(() => setSystemTime())
  const { rows } = await store.client.execute('select renewed_until as until from past_payments where cents = 123')
  expect(rows.map(row => row['until'])).toEqual([later(today, -1)])
})

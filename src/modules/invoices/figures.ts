import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lt, max, min, ne, notInArray, sql, sum, type SQLWrapper } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '#kernel/context'
import { companies, later, monthsLater, TRASH } from '../companies'
import { companies as companyTable } from '../companies/schema'
import { resellers } from '../resellers/schema'
import { mineAlone } from '../rights'
import { RECEIVABLES } from './body'
import { shown } from './shown'
import { lastTold } from './reminders'
import { invoices as table, pastPayments as past } from './schema'

const MONTHS = 12
/** Days from today between which what is open is due: of what is late, who is asked first; of the rest, when money comes. */
const FAR = 100_000
const AGES = [
  { age: 'late30', from: -FAR, to: -30 },
  { age: 'late7', from: -30, to: -7 },
  { age: 'late', from: -7, to: 0 },
  { age: 'soon', from: 0, to: 8 },
  { age: 'later', from: 8, to: FAR },
] as const

const totalsOf = (cents: SQLWrapper) => ({ cents: sum(cents).mapWith(Number), invoices: count() })

/** What the operator is owed, and for the house nothing that is owed to a reseller. */
const owedTo = (ctx: Ctx) => and(eq(table.status, 'open'), ne(table.companyId, TRASH), mineAlone(ctx, table.resellerId))

/** What the operator was paid: also by a company that another operates by now, and by those that were deleted since. */
function paidTo(ctx: Ctx) {
  const { customer, cents, paidAt, renewedUntil, resellerId } = past
  const living = ctx.db
    .select({
      customer: sql<string>`cast(${table.companyId} as text)`.as('customer'),
      cents: table.cents,
      paidAt: table.paidAt,
      renewedUntil: table.renewedUntil,
    })
    .from(table)
    .where(and(eq(table.status, 'paid'), ne(table.companyId, TRASH), mineAlone(ctx, table.resellerId)))
  const gone = ctx.db.select({ customer, cents, paidAt, renewedUntil }).from(past).where(mineAlone(ctx, resellerId))
  return unionAll(living, gone).as('paid')
}

/** Months up to this one, each from its first day to the first of the next. */
function monthsTo(today: string) {
  const first = `${today.slice(0, 7)}-01`
  return Array.from({ length: MONTHS }, (_, i) => {
    const from = monthsLater(first, i + 1 - MONTHS)
    return { month: from.slice(0, 7), from, to: monthsLater(from, 1) }
  })
}

const sumOf = <Name extends string>(rows: Record<Name, number>[], name: Name) => rows.reduce((sum, row) => sum + row[name], 0)

/**
 * From the first payment of a company until the end of what its last one gave, it pays: a gap between the two counts as none. It is lost in
 * the month in which that end passed.
 */
function spans(ctx: Ctx) {
  const paid = paidTo(ctx)
  return ctx.db
    .select({ first: min(paid.paidAt), last: max(paid.renewedUntil) })
    .from(paid)
    .groupBy(sql`${paid.customer}`)
}

/** How many companies pay resellers, and so are in no figure of the house. */
const elsewhere = async ({ db, actor }: Ctx) => {
  if (actor.resellerId !== null) return 0
  const own = db.select({ id: resellers.ownCompanyId }).from(resellers).where(isNotNull(resellers.ownCompanyId))
  const everPaid = db
    .select({ id: table.companyId })
    .from(table)
    .where(and(eq(table.status, 'paid'), isNotNull(table.resellerId)))
  return db.$count(
    companyTable,
    and(
      ...[ne(companyTable.id, TRASH), isNull(companyTable.deletedAt), isNotNull(companyTable.resellerId)],
      ...[notInArray(companyTable.id, own), inArray(companyTable.id, everPaid)],
    ),
  )
}

/** What the operator's companies paid, owe and owe too long, month by month on the clock of the operator's own company. */
export async function figures(ctx: Ctx) {
  const { db } = ctx
  const operator = await companies.get(ctx)
  const today = companies.today(operator)
  const at = (date: string) => new Date(companies.dayStart(operator, date))
  const paid = paidTo(ctx)
  const within = (from: string, to: string) =>
    db
      .select(totalsOf(paid.cents))
      .from(paid)
      .where(and(gte(paid.paidAt, at(from)), lt(paid.paidAt, at(to))))
      .then(rows => rows[0]!)
  const customers = await spans(ctx)
  const paysOn = (date: string) => customers.filter(({ first, last }) => first! < at(date) && last! >= date).length
  const months = await Promise.all(
    monthsTo(today).map(async ({ month, from, to }) => {
      const { cents, invoices } = await within(from, to)
      const lost = customers.filter(({ last }) => last! >= from && last! < to && last! < today).length
      return { month, value: (cents ?? 0) / 100, invoices, paying: paysOn(from), lost }
    }),
  )
  const byDay = await db
    .select({ dueDate: table.dueDate, ...totalsOf(table.cents) })
    .from(table)
    .where(owedTo(ctx))
    .groupBy(table.dueDate)
  /** What is open and due from one day to before another, of today. */
  const owed = (from: number, to: number) => {
    const rows = byDay.filter(({ dueDate }) => dueDate >= later(today, from) && dueDate < later(today, to))
    return { value: sumOf(rows, 'cents') / 100, invoices: sumOf(rows, 'invoices') }
  }
  return {
    months,
    paying: customers.filter(({ last }) => last! >= today).length,
    receivable: owed(0, FAR),
    overdue: owed(-FAR, 0),
    elsewhere: await elsewhere(ctx),
    open: AGES.map(({ age, from, to }) => ({ age, value: owed(from, to).value })),
  }
}
export type MoneyFigures = Awaited<ReturnType<typeof figures>>

/** What is open of the operator's companies, the oldest first, one page of it. */
export async function receivables(ctx: Ctx, page: number) {
  const rows = await ctx.db
    .select({ invoice: table, company: companyTable })
    .from(table)
    .innerJoin(companyTable, eq(companyTable.id, table.companyId))
    .where(owedTo(ctx))
    .orderBy(asc(table.dueDate), sql`${table.id}`)
    .limit(RECEIVABLES)
    .offset((page - 1) * RECEIVABLES)
  const told = await lastTold(
    ctx.db,
    rows.map(({ invoice }) => invoice.id),
  )
  return rows.map(({ invoice, company: { id, name, timeZone } }) => ({
    ...shown(invoice, { timeZone }),
    company: { id, name },
    remindedAt: told.get(invoice.id) ?? null,
  }))
}
export type Receivable = Awaited<ReturnType<typeof receivables>>[number]

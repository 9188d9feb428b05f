import { and, asc, desc, eq, gt, isNotNull, isNull, lte, ne, or } from 'drizzle-orm'
import { transaction, type Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import type { Page } from '#kernel/http/paging'
import { contains } from '#kernel/storage/contains'
import type { Db } from '#kernel/storage/libsql'
import { oneOf } from '#kernel/storage/one-of'
import { pageOf } from '#kernel/storage/page-ids'
import { companies, dayOfMonth, later, monthsLater, TRASH, type Company } from '../companies'
import { companies as companyTable } from '../companies/schema'
import { couponUse } from '../coupons'
import { plans as planTable } from '../plans/schema'
import { operatedCompanies, toHolders } from '../rights'
import type { Payer } from './body'
import { items } from './items'
import { paidForPlan } from './lines'
import { LEAD_DAYS, nextStep } from './next'
import type { Paid } from './pro-rata'
import { invoices as table, pastPayments } from './schema'

export * from './body'
export { centsOf } from './next'
export { items, type NewItem } from './items'
export { isMonthly, type Item, type Line } from './lines'
export { changeCost } from './pro-rata'
export { reminders, stepOn, type Reminder } from './reminders'
export type { MoneyFigures, Receivable } from './figures'
export { invoiceItemRoutes, invoiceRoutes, type InvoiceJourneys } from './routes'
export type Invoice = typeof table.$inferSelect

const PAGE = 20
const MAX_ALL = 1_000
const ofCompany = (ctx: Ctx) => eq(table.companyId, ctx.companyId)
const isOpen = eq(table.status, 'open')

/** A civil date as clients of the family read one: the midnight of the company, with its offset. */
function midnight(company: Pick<Company, 'timeZone'>, date: string) {
  const minutes = Math.round((Date.parse(`${date}T00:00:00Z`) - companies.dayStart(company, date)) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map(n => String(n).padStart(2, '0'))
  return `${date}T00:00:00${minutes < 0 ? '-' : '+'}${hours}:${rest}`
}

/** As clients see it: an amount with its cents, and the due date as a moment. */
export const shown = (
  { cents, dueDate, ...row }: Omit<Invoice, 'day' | 'resellerId'> & Partial<Invoice>,
  company: Pick<Company, 'timeZone'>,
) => {
  const { day: _, resellerId: __, ...rest } = row
  return { ...rest, value: cents / 100, dueDate: midnight(company, dueDate) }
}
export type ShownInvoice = ReturnType<typeof shown>

declare module '#kernel/context' {
  interface Events {
    invoice: { action: 'create' | 'update'; invoice: ShownInvoice }
    payment: { action: 'CONCLUIDA'; company: ReturnType<typeof companies.shown<Company>> }
  }
}

async function tell(ctx: Ctx, action: 'create' | 'update', invoice: Invoice) {
  const company = await companies.get(ctx)
  ctx.publish('invoice', { action, invoice: shown(invoice, company) }, toHolders('invoices:pay')(ctx))
}

async function list(ctx: Ctx, { searchParam, pageNumber, order }: Page & { order: 'asc' | 'desc' }) {
  const where = and(ofCompany(ctx), searchParam ? contains(table.detail, searchParam) : undefined)
  const { ids, ...rest } = await pageOf(ctx, table, { where, orderBy: `id ${order}`, size: PAGE, pageNumber })
  const rows = await ctx.db.select().from(table).where(oneOf(table.id, ids))
  const byId = new Map(rows.map(row => [row.id, row]))
  const company = await companies.get(ctx)
  return { invoices: ids.map(id => shown(byId.get(id)!, company)), ...rest }
}

async function all(ctx: Ctx) {
  const company = await companies.get(ctx)
  const rows = await ctx.db.select().from(table).where(ofCompany(ctx)).orderBy(asc(table.id)).limit(MAX_ALL)
  return rows.map(row => shown(row, company))
}

/** The company that owes it, one that the actor operates. */
async function debtor(ctx: Ctx, id: number): Promise<number> {
  const [row] = await ctx.db
    .select({ companyId: table.companyId })
    .from(table)
    .where(and(eq(table.id, id), operatedCompanies(ctx, table.companyId)))
  if (!row) throw notFound('invoice')
  return row.companyId
}

async function get(ctx: Ctx, id: number) {
  const row = await find(ctx, id)
  if (!row) throw notFound('invoice')
  return shown(row, await companies.get(ctx))
}

const open = async (ctx: Ctx) =>
  (
    await ctx.db
      .select()
      .from(table)
      .where(and(ofCompany(ctx), isOpen))
  )[0]

/** Who paid last, for whom forms are filled in. */
const lastPayer = async (ctx: Ctx): Promise<Payer | null> =>
  (
    await ctx.db
      .select({ payer: table.payer })
      .from(table)
      .where(and(ofCompany(ctx), isNotNull(table.payer)))
      .orderBy(desc(table.id))
      .limit(1)
  )[0]?.payer ?? null

const lastPaid = async (ctx: Ctx) =>
  (
    await ctx.db
      .select()
      .from(table)
      .where(and(ofCompany(ctx), eq(table.status, 'paid')))
      .orderBy(desc(table.id))
      .limit(1)
  )[0]

/** Nobody pays further ahead; whoever does gets back what these are worth. */
const MAX_AHEAD = 240

const paidTo = (resellerId: number | null) => (resellerId === null ? isNull(table.resellerId) : eq(table.resellerId, resellerId))

/** Until when the plan of the company is paid, and what for. */
async function paidUntil(ctx: Ctx): Promise<Paid | undefined> {
  const [last, company] = [await lastPaid(ctx), await companies.get(ctx)]
  // What was paid to another operator is nothing that this one gives back.
  if (!last?.renewedUntil || last.resellerId !== company.resellerId) return
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(ofCompany(ctx), eq(table.status, 'paid'), gt(table.renewedUntil, companies.today(company)), paidTo(company.resellerId)))
    .orderBy(desc(table.id))
    .limit(MAX_AHEAD)
  const changes = await items.changesOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return {
    until: last.renewedUntil,
    months: last.months,
    day: last.day,
    // Invoices of before they had lines were of the plan alone.
    periods: rows.map(({ renewedUntil, months, day, cents, lines }) => ({
      ...{ until: renewedUntil!, months, day },
      cents: lines.length ? paidForPlan(lines) : cents,
    })),
    changes: changes.map(({ createdAt, n, cents }) => ({ from: companies.local(company, createdAt).slice(0, 10), days: n, cents })),
  }
}

/** Open invoices on which nothing is to be paid, and whose day has come. */
async function free(db: Db, now = new Date()): Promise<Invoice[]> {
  const rows = await db
    .select({ invoice: table, company: companyTable })
    .from(table)
    .innerJoin(companyTable, eq(companyTable.id, table.companyId))
    .where(and(isOpen, eq(table.cents, 0), eq(companyTable.status, true), ne(companyTable.id, TRASH)))
  return rows.flatMap(({ invoice, company }) => (invoice.dueDate <= companies.today(company, now) ? invoice : []))
}

/** Whether it ever paid something: whoever signed up a moment ago may have given anybody's phone number. */
const hasPaid = async (ctx: Ctx) =>
  (
    await ctx.db
      .select({ id: table.id })
      .from(table)
      .where(and(ofCompany(ctx), eq(table.status, 'paid'), gt(table.cents, 0)))
      .limit(1)
  ).length > 0

async function stepOf(ctx: Ctx, now: Invoice | undefined, isEarly: boolean) {
  const company = await companies.get(ctx)
  const [plan] = company.planId ? await ctx.db.select().from(planTable).where(eq(planTable.id, company.planId)) : []
  const beside = { items: await items.all(ctx), discount: await couponUse.find(ctx, company) }
  return nextStep(company, plan ?? null, now, await lastPaid(ctx), companies.today(company), isEarly, beside)
}

/** What the next invoice says as things stand, whether or not it is made; nothing where none will be. */
async function preview(ctx: Ctx) {
  const now = await open(ctx)
  const step = await stepOf(ctx, now, true)
  const bill = step ? (step.do === 'cancel' ? undefined : step.bill) : now
  return bill ? { value: bill.cents / 100, lines: bill.lines, months: bill.months } : null
}

/** Brings the open invoice of the company to what it owes; made before its time when somebody wants to pay it. */
const bill = (ctx: Ctx, isEarly = false) =>
  transaction(ctx, async (ctx): Promise<Invoice | undefined> => {
    const now = await open(ctx)
    const step = await stepOf(ctx, now, isEarly)
    if (!step) return now
    const { resellerId } = await companies.get(ctx)
    if (step.do === 'make') {
      const [made] = await ctx.db
        .insert(table)
        .values({ ...step.bill, companyId: ctx.companyId, resellerId, payer: null })
        .returning()
      await tell(ctx, 'create', made!)
      return made
    }
    const values = step.do === 'cancel' ? { status: 'cancelled' as const } : step.bill
    const [changed] = await ctx.db
      .update(table)
      .set({ ...values, updatedAt: new Date() })
      .where(eq(table.id, now!.id))
      .returning()
    await tell(ctx, 'update', changed!)
    return step.do === 'cancel' ? undefined : changed
  })

/** The own company has another operator, whom what is open is owed to from now on. Part of the caller's transaction. */
const reassignOpen = (ctx: Ctx, resellerId: number | null) =>
  ctx.db
    .update(table)
    .set({ resellerId })
    .where(and(ofCompany(ctx), isOpen))

/** Companies that an invoice may have to be made or changed for, of all. */
async function toBill(db: Db, now = new Date()): Promise<number[]> {
  // Where a day begins first, it is a day later than it is by UTC.
  const until = later(now.toISOString().slice(0, 10), LEAD_DAYS + 1)
  const rows = await db
    .select({ id: companyTable.id, company: companyTable, plan: planTable, invoice: table })
    .from(companyTable)
    .leftJoin(planTable, eq(planTable.id, companyTable.planId))
    .leftJoin(table, and(eq(table.companyId, companyTable.id), isOpen))
    .where(
      and(
        ne(companyTable.id, TRASH),
        eq(companyTable.status, true),
        or(isNotNull(table.id), and(ne(companyTable.recurrence, ''), lte(companyTable.dueDate, until))),
      ),
    )
  const ids = rows.map(({ id }) => id)
  const sold = await items.ofCompanies(db, ids)
  const taken = await couponUse.ofCompanies(
    db,
    rows.map(({ company }) => company),
  )
  // The day of the month alone hangs on what was paid before, and is of no matter to an invoice that is there.
  const differs = ({ id, company, plan, invoice }: (typeof rows)[number]) =>
    nextStep(company, plan, invoice ?? undefined, undefined, companies.today(company, now), false, {
      items: sold.get(id) ?? [],
      discount: taken.get(id),
    })
  return rows.filter(differs).map(({ id }) => id)
}

/** A company was deleted: its invoices go, and what it paid stays in the figures as amounts of nobody. Part of the caller's transaction. */
async function bury(ctx: Ctx, companyId: number) {
  const { db } = ctx
  const of = eq(table.companyId, companyId)
  const rows = await db
    .select()
    .from(table)
    .where(and(of, eq(table.status, 'paid')))
  // By the clock of who deletes it, as the figures are.
  const [customer, yesterday] = [crypto.randomUUID(), later(companies.today(await companies.get(ctx)), -1)]
  const past = rows.map(({ resellerId, cents, paidAt, renewedUntil }) => ({
    ...{ resellerId, customer, cents, paidAt: paidAt! },
    renewedUntil: renewedUntil && renewedUntil < yesterday ? renewedUntil : yesterday,
  }))
  if (past.length) await db.insert(pastPayments).values(past)
  await db.delete(table).where(of)
}

const setPayer = (ctx: Ctx, id: number, payer: Payer) =>
  ctx.db
    .update(table)
    .set({ payer })
    .where(and(ofCompany(ctx), eq(table.id, id)))

/**
 * Pays an open invoice and moves the due date of its company by what it pays, both or neither: undefined when somebody did before. Part of
 * the caller's transaction, of the company's own context.
 */
async function pay(ctx: Ctx, id: number, paidBy: string): Promise<Invoice | undefined> {
  const [paid] = await ctx.db
    .update(table)
    .set({ status: 'paid', paidBy, paidAt: new Date() })
    .where(and(ofCompany(ctx), eq(table.id, id), isOpen))
    .returning()
  if (!paid) return
  const { dueDate: stood } = await companies.get(ctx)
  const from = stood ?? paid.dueDate
  const day = from === paid.dueDate ? paid.day : dayOfMonth(from)
  const renewedUntil = monthsLater(from, paid.months, day)
  const company = await companies.setDueDate(ctx, renewedUntil)
  await items.settle(ctx, id, paid.lines)
  const coupon = paid.lines.find(({ kind }) => kind === 'coupon')
  if (coupon) await couponUse.count(ctx, coupon.text)
  const [row] = await ctx.db.update(table).set({ renewedUntil, day }).where(eq(table.id, id)).returning()
  await tell(ctx, 'update', row!)
  ctx.publish('payment', { action: 'CONCLUIDA', company: companies.shown(company) })
  return row
}

/** The one that the rest of the journeys speak of, whatever its state; of whichever company the context is. */
const find = async (ctx: Ctx, id: number) =>
  (
    await ctx.db
      .select()
      .from(table)
      .where(and(ofCompany(ctx), eq(table.id, id)))
  )[0]

export const invoices = {
  list,
  all,
  debtor,
  get,
  find,
  open,
  hasPaid,
  paidUntil,
  free,
  lastPayer,
  preview,
  bill,
  reassignOpen,
  bury,
  toBill,
  setPayer,
  pay,
  shown,
}

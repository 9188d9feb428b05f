import { and, asc, desc, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import type { Page } from '#kernel/http/paging'
import { contains } from '#kernel/storage/contains'
import type { Db } from '#kernel/storage/libsql'
import { oneOf } from '#kernel/storage/one-of'
import { pageOf } from '#kernel/storage/page-ids'
import { companies, later, TRASH } from '../companies'
import { companies as companyTable } from '../companies/schema'
import { operatedCompanies } from '../rights'
import { bill, preview, toBill } from './bill'
import type { Payer } from './body'
import { items } from './items'
import { paidForPlan } from './lines'
import { pay } from './pay'
import type { Paid } from './pro-rata'
import { type Invoice, isOpen, lastPaid, ofCompany, open } from './rows'
import { invoices as table, pastPayments } from './schema'
import { shown } from './shown'

export * from './body'
export { centsOf } from './next'
export { items, type NewItem } from './items'
export { type Item, type Line } from './lines'
export { changeCost } from './pro-rata'
export { reminders } from './reminders'
export type { MoneyFigures, Receivable } from './figures'
export type { Invoice } from './rows'
export { type ShownInvoice } from './shown'

const PAGE = 20
const MAX_ALL = 1_000

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

/** The own company has another operator, whom what is open is owed to from now on. Part of the caller's transaction. */
const reassignOpen = (ctx: Ctx, resellerId: number | null) =>
  ctx.db
    .update(table)
    .set({ resellerId })
    .where(and(ofCompany(ctx), isOpen))

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

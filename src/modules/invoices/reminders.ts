import { and, eq, gte, lte, max, ne } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import type { Db } from '#kernel/storage/libsql'
import { oneOf } from '#kernel/storage/one-of'
import { companies, daysBetween, later, TRASH, type Company } from '../companies'
import { companies as companyTable } from '../companies/schema'
import type { Invoice } from './index'
import { invoiceReminders as table, invoices } from './schema'

/** Days from the due date on which a company is reminded of what it owes. */
const STEPS = [-5, -1, 0, 3] as const
/** What a stop of the process kept from being said is still said so many days later, and no more after that. */
const LATE_DAYS = 1

type Reminder = typeof table.$inferSelect

/** The reminder that is due of an invoice by the calendar of its company: the last one whose day has come, unless it is long past. */
export function stepOn(today: string, dueDate: string): number | undefined {
  const days = daysBetween(dueDate, today)
  return STEPS.findLast(step => step <= days && days - step <= LATE_DAYS)
}

/**
 * Open invoices of all companies of which something has to be said now, with their companies. Who was switched off is told nothing: paying
 * does not bring it back.
 */
async function toRemind(db: Db, now = new Date()): Promise<{ invoice: Invoice; company: Company; step: number }[]> {
  const today = now.toISOString().slice(0, 10)
  // A day more on either side: where a company is, it may be another day than it is by UTC.
  const [from, to] = [later(today, -STEPS.at(-1)! - LATE_DAYS - 1), later(today, -STEPS[0] + 1)]
  const rows = await db
    .select({ invoice: invoices, company: companyTable, told: table.step })
    .from(invoices)
    .innerJoin(companyTable, eq(companyTable.id, invoices.companyId))
    .leftJoin(table, and(eq(table.invoiceId, invoices.id), eq(table.dueDate, invoices.dueDate)))
    .where(
      and(
        eq(invoices.status, 'open'),
        gte(invoices.dueDate, from),
        lte(invoices.dueDate, to),
        eq(companyTable.status, true),
        ne(invoices.companyId, TRASH),
      ),
    )
  const told = new Set(rows.map(({ invoice, told }) => `${invoice.id} ${told}`))
  const each = new Map(rows.map(row => [row.invoice.id, row]))
  return [...each.values()].flatMap(({ invoice, company }) => {
    const step = stepOn(companies.today(company, now), invoice.dueDate)
    return step === undefined || told.has(`${invoice.id} ${step}`) ? [] : { invoice, company, step }
  })
}

/** Plans one; undefined when it was planned before. Part of the caller's transaction. */
const plan = async (ctx: Ctx, { id, dueDate }: Pick<Invoice, 'id' | 'dueDate'>, step: number): Promise<Reminder | undefined> =>
  (await ctx.db.insert(table).values({ companyId: ctx.companyId, invoiceId: id, dueDate, step }).onConflictDoNothing().returning())[0]

const find = async (ctx: Ctx, id: number) =>
  (
    await ctx.db
      .select()
      .from(table)
      .where(and(eq(table.companyId, ctx.companyId), eq(table.id, id)))
  )[0]

const end = (ctx: Ctx, id: number, state: Exclude<Reminder['state'], 'planned'>) =>
  ctx.db
    .update(table)
    .set({ state })
    .where(and(eq(table.companyId, ctx.companyId), eq(table.id, id)))

/** When the companies of some invoices were told of them last. */
export async function lastTold(db: Db, invoiceIds: number[]): Promise<Map<number, Date>> {
  const rows = await db
    .select({ id: table.invoiceId, at: max(table.updatedAt) })
    .from(table)
    .where(and(oneOf(table.invoiceId, invoiceIds), eq(table.state, 'sent')))
    .groupBy(table.invoiceId)
  return new Map(rows.map(({ id, at }) => [id, at!]))
}

export const reminders = { toRemind, plan, find, end }

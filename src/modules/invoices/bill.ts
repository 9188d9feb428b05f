import { and, eq, isNotNull, lte, ne, or } from 'drizzle-orm'
import { transaction, type Ctx } from '#kernel/context'
import type { Db } from '#kernel/storage/libsql'
import { companies, later, TRASH } from '../companies'
import { companies as companyTable } from '../companies/schema'
import { couponUse } from '../coupons'
import { plans as planTable } from '../plans/schema'
import { items } from './items'
import { LEAD_DAYS, nextStep } from './next'
import { type Invoice, isOpen, lastPaid, open } from './rows'
import { invoices as table } from './schema'
import { tell } from './shown'

async function stepOf(ctx: Ctx, now: Invoice | undefined, isEarly: boolean) {
  const company = await companies.get(ctx)
  const [plan] = company.planId ? await ctx.db.select().from(planTable).where(eq(planTable.id, company.planId)) : []
  const beside = { items: await items.all(ctx), discount: await couponUse.find(ctx, company) }
  return nextStep(company, plan ?? null, now, await lastPaid(ctx), companies.today(company), isEarly, beside)
}

/** What the next invoice says as things stand, whether or not it is made; nothing where none will be. */
export async function preview(ctx: Ctx) {
  const now = await open(ctx)
  const step = await stepOf(ctx, now, true)
  const bill = step ? (step.do === 'cancel' ? undefined : step.bill) : now
  return bill ? { value: bill.cents / 100, lines: bill.lines, months: bill.months } : null
}

/** Brings the open invoice of the company to what it owes; made before its time when somebody wants to pay it. */
export const bill = (ctx: Ctx, isEarly = false) =>
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

/** Companies that an invoice may have to be made or changed for, of all. */
export async function toBill(db: Db, now = new Date()): Promise<number[]> {
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

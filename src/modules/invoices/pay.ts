import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { companies, dayOfMonth, monthsLater } from '../companies'
import { couponUse } from '../coupons'
import { items } from './items'
import { type Invoice, isOpen, ofCompany } from './rows'
import { invoices as table } from './schema'
import { tell } from './shown'

/**
 * Pays an open invoice and moves the due date of its company by what it pays, both or neither: undefined when somebody did before. Part of
 * the caller's transaction, of the company's own context.
 */
export async function pay(ctx: Ctx, id: number, paidBy: string): Promise<Invoice | undefined> {
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

import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import type { Db } from '#kernel/storage/libsql'
import { oneOf } from '#kernel/storage/one-of'
import type { companies } from '../companies/schema'
import { coupons, couponUses as table } from './schema'

type CouponUse = typeof table.$inferSelect
type Company = Pick<typeof companies.$inferSelect, 'id' | 'planId' | 'resellerId'>

const active = (ctx: Ctx) => and(eq(table.companyId, ctx.companyId), table.isActive)

/** What counts for the plan that the company has now; one of another plan waits until it is that again. */
const forPlan = (use: CouponUse | undefined, { planId }: Pick<Company, 'planId'>) =>
  use && (use.planId === null || use.planId === planId) ? use : undefined

const find = async (ctx: Ctx, company: Company) => forPlan((await ctx.db.select().from(table).where(active(ctx)))[0], company)

/** Of several companies at once, for whom the clock makes invoices. */
async function ofCompanies(db: Db, companies: Company[]): Promise<Map<number, CouponUse>> {
  const rows = await db
    .select()
    .from(table)
    .where(
      and(
        oneOf(
          table.companyId,
          companies.map(({ id }) => id),
        ),
        table.isActive,
      ),
    )
  const uses = new Map(rows.map(row => [row.companyId, row]))
  return new Map(companies.flatMap(company => forPlan(uses.get(company.id), company) ?? []).map(use => [use.companyId, use]))
}

/** What a company took counts no more. Part of the caller's transaction. */
const end = (ctx: Ctx) => ctx.db.update(table).set({ isActive: false }).where(active(ctx))

/** Whatever is wrong with a code is told alike: who guesses learns of no coupon that is there. */
const unknown = () => new AppError('ERR_COUPON', 404)

/**
 * A company takes a coupon; the one that it had ends. Part of the caller's transaction: one writer at a time counts those that took it, so
 * that the last place is given once. A company takes each coupon once.
 */
async function take(ctx: Ctx, code: string, company: Company, today: string): Promise<CouponUse> {
  const [coupon] = await ctx.db
    .select()
    .from(coupons)
    .where(
      and(
        company.resellerId === null ? isNull(coupons.resellerId) : eq(coupons.resellerId, company.resellerId),
        eq(coupons.code, code),
        coupons.isActive,
      ),
    )
  if (!coupon || (coupon.validUntil && coupon.validUntil < today)) throw unknown()
  if (coupon.planId !== null && coupon.planId !== company.planId) throw unknown()
  const taken = await ctx.db.$count(table, and(eq(table.couponId, coupon.id), eq(table.companyId, ctx.companyId)))
  if (taken) throw new AppError('ERR_COUPON_TAKEN', 409)
  if (coupon.maxUses !== null && (await ctx.db.$count(table, eq(table.couponId, coupon.id))) >= coupon.maxUses) throw unknown()
  await end(ctx)
  const { percent, planId, invoices, value } = coupon
  const terms = { code, percent, planId, left: invoices, cents: Math.round(value * 100) }
  const [use] = await ctx.db
    .insert(table)
    .values({ ...terms, couponId: coupon.id, companyId: ctx.companyId })
    .returning()
  return use!
}

/** An invoice that it took something off was paid; after the last one it ends. Part of the caller's transaction. */
const count = (ctx: Ctx, code: string) =>
  ctx.db
    .update(table)
    .set({ left: sql`${table.left} - 1`, isActive: sql`${table.left} > 1` })
    .where(and(active(ctx), eq(table.code, code), isNotNull(table.left)))

export const couponUse = { find, ofCompanies, take, count, end }

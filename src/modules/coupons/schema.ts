import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { plans } from '../plans/schema'
import { resellers } from '../resellers/schema'

/** A code that takes something off the price of a plan. */
export const coupons = sqliteTable(
  'coupons',
  {
    id: integer().primaryKey(),
    resellerId: integer().references(() => resellers.id),
    code: text().notNull(),
    /** Either of them: a share of the price, or an amount off each invoice in the currency's unit. */
    percent: integer(),
    value: real().notNull().default(0),
    /** For how many invoices of a company; null is all of them. */
    invoices: integer(),
    /** The last civil date on which it is taken, YYYY-MM-DD. */
    validUntil: text(),
    /** The only plan that it is for. */
    planId: integer().references(() => plans.id, { onDelete: 'cascade' }),
    /** How many companies may take it. */
    maxUses: integer(),
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
    ...timestamps,
  },
  t => [
    uniqueIndex('coupons_reseller_code').on(t.resellerId, t.code),
    uniqueIndex('coupons_house_code')
      .on(t.code)
      .where(sql`reseller_id is null`),
    index('coupons_order').on(sql`id desc`),
    index('coupons_plan').on(t.planId),
  ],
)

/** A company took a coupon. What was promised then is kept here, whatever becomes of the coupon. */
export const couponUses = sqliteTable(
  'coupon_uses',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    couponId: integer().references(() => coupons.id, { onDelete: 'set null' }),
    code: text().notNull(),
    percent: integer(),
    /** Off each invoice, in integer cents. */
    cents: integer().notNull(),
    planId: integer().references(() => plans.id, { onDelete: 'cascade' }),
    /** Invoices that it still counts for; null is all of them. */
    left: integer(),
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
    ...timestamps,
  },
  t => [
    uniqueIndex('coupon_uses_once').on(t.couponId, t.companyId),
    uniqueIndex('coupon_uses_active')
      .on(t.companyId)
      .where(sql`is_active`),
    index('coupon_uses_company').on(t.companyId),
    index('coupon_uses_plan').on(t.planId),
  ],
)

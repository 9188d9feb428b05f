import { and, desc, eq } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { invoices as table } from './schema'

export type Invoice = typeof table.$inferSelect

export const ofCompany = (ctx: Ctx) => eq(table.companyId, ctx.companyId)
export const isOpen = eq(table.status, 'open')

export const open = async (ctx: Ctx) =>
  (
    await ctx.db
      .select()
      .from(table)
      .where(and(ofCompany(ctx), isOpen))
  )[0]

export const lastPaid = async (ctx: Ctx) =>
  (
    await ctx.db
      .select()
      .from(table)
      .where(and(ofCompany(ctx), eq(table.status, 'paid')))
      .orderBy(desc(table.id))
      .limit(1)
  )[0]

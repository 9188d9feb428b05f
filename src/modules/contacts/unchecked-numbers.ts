import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { cachedScalar } from '#kernel/storage/page-ids'
import { contacts as table } from './schema'

/** People with a number under which the network told of nobody yet; an index holds them. */
const unknown = (ctx: Ctx) => and(eq(table.companyId, ctx.companyId), sql`lid is null and number is not null and is_group = 0`)

/** Some of those whom nobody asked the network about. */
const unchecked = async (ctx: Ctx, limit: number) =>
  (
    await ctx.db
      .select({ id: table.id, number: table.number })
      .from(table)
      .where(and(unknown(ctx), isNull(table.isWhatsappValid)))
      .orderBy(table.id)
      .limit(limit)
  ).map(({ id, number }) => ({ id, number: number!, lid: null }))

/** The partial index by name: the planner takes another one, and would read every contact of the company. */
const COUNTS = `select json_object('unchecked', coalesce(sum(is_whatsapp_valid is null), 0), 'invalid', coalesce(sum(is_whatsapp_valid = 0), 0))
  from contacts indexed by contacts_unchecked where company_id = ? and lid is null and number is not null and is_group = 0`

/** How many are still to be asked about, and how many have no account. */
const counts = async (ctx: Ctx) =>
  JSON.parse(await cachedScalar<string>(ctx, COUNTS, [ctx.companyId])) as { unchecked: number; invalid: number }

/** Those without an account are to be asked about again. */
const forgetInvalid = (ctx: Ctx) =>
  ctx.db
    .update(table)
    .set({ isWhatsappValid: null, checkedAt: null })
    .where(and(unknown(ctx), eq(table.isWhatsappValid, false)))

export const numbers = { unchecked, counts, forgetInvalid }

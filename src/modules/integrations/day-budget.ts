import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { countable } from '#kernel/storage/spend'
import { companies } from '../companies'
import { settings } from '../settings'
import { tokenDays as table } from './schema'

/** The reason of an answer that was not asked for. */
export const DAY_BUDGET = 'AI_DAY_BUDGET'

const today = async (ctx: Ctx) => companies.today(await companies.get(ctx))

/** Counts what an answer cost the company today, which begins at nothing, in one statement: answers of two conversations lose none. */
async function count(ctx: Ctx, tokens: number) {
  const added = countable(tokens)
  if (!added) return
  const day = await today(ctx)
  const sum = sql`case when ${table.day} = ${day} then ${table.tokens} else 0 end + ${added}`
  await ctx.db
    .insert(table)
    .values({ companyId: ctx.companyId, day, tokens: added })
    .onConflictDoUpdate({ target: table.companyId, set: { day, tokens: sum } })
}

/** What the company spent today, and may spend in a day; 0 is without a limit. */
async function state(ctx: Ctx) {
  const day = await today(ctx)
  const [row] = await ctx.db.select().from(table).where(eq(table.companyId, ctx.companyId))
  const limit = 1_000 * Number(await settings.value(ctx, 'aiDailyTokens'))
  return { day, tokens: row?.day === day ? row.tokens : 0, limit }
}

/** Nothing may be spent any more before the company's midnight. */
async function isOver(ctx: Ctx) {
  const { tokens, limit } = await state(ctx)
  return limit > 0 && tokens >= limit
}

export const dayBudget = { count, state, isOver }

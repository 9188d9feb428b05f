import { and, eq, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../context'

type Spender = SQLiteTable & Record<'id' | 'companyId' | 'spentTokens' | 'spentMonth' | 'updatedAt', SQLiteColumn>
type Row = { id: number; spentTokens: number; spentMonth: string }

/** No answer costs more: who says so is wrong. */
const MAX_AT_ONCE = 10_000_000

export const countable = (tokens: number) => Math.min(Math.max(0, Math.trunc(Number(tokens)) || 0), MAX_AT_ONCE)

/** Counts what a row spent in a month, which begins at nothing, in one statement: answers of two conversations lose none. */
export async function spend(ctx: Ctx, table: Spender, row: Row, month: string, tokens: number): Promise<number> {
  const added = countable(tokens)
  const before = sql<number>`case when ${table.spentMonth} = ${month} then ${table.spentTokens} else 0 end`
  const own = and(eq(table.companyId, ctx.companyId), eq(table.id, row.id))
  if (!added) return (await ctx.db.select({ before }).from(table).where(own))[0]?.before ?? 0
  const [changed] = await ctx.db
    .update(table)
    // Not a change of what people wrote.
    .set({ spentTokens: sql`${before} + ${added}`, spentMonth: month, updatedAt: sql`${table.updatedAt}` })
    .where(own)
    .returning({ spent: table.spentTokens })
  return Number(changed?.spent ?? 0)
}

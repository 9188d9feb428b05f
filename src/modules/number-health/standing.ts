import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { prepared } from '#kernel/storage/prepared'
import type { Ctx } from '#kernel/context'
import { purge } from './counts'
import { numberStandings as table, type HOLDS } from './schema'

const PIECE = 10_000
export type Standing = typeof table.$inferSelect
/** Why the campaigns of a number wait, or go slowly; until when, and after how many new conversations. */
export type Hold = { reason: (typeof HOLDS)[number]; until: Date | null; count: number }

const where = (ctx: Ctx, connectionId: number) => and(eq(table.companyId, ctx.companyId), eq(table.connectionId, connectionId))

export const find = async (ctx: Ctx, connectionId: number): Promise<Standing | undefined> =>
  (await ctx.db.select().from(table).where(where(ctx, connectionId)))[0]

const lock = prepared(db =>
  db
    .select({ lockedUntil: table.lockedUntil, capStatus: table.capStatus, capEndsAt: table.capEndsAt })
    .from(table)
    .where(and(eq(table.companyId, sql.placeholder('companyId')), eq(table.connectionId, sql.placeholder('connectionId'))))
    .prepare(),
)
/** Until when the network lets a number begin no conversation, by a lock or by its limit; null where it does not say. */
export async function lockOf(ctx: Ctx, connectionId: number): Promise<{ until: Date | null } | undefined> {
  const [standing] = await lock(ctx.db).all({ companyId: ctx.companyId, connectionId })
  const holds = (until: Date | null | undefined) => (until?.getTime() ?? 0) > Date.now()
  if (holds(standing?.lockedUntil)) return { until: standing!.lockedUntil }
  return standing?.capStatus === 'CAPPED' && (!standing.capEndsAt || holds(standing.capEndsAt)) ? { until: standing.capEndsAt } : undefined
}

export const save = (ctx: Ctx, connectionId: number, values: Partial<Standing>) =>
  ctx.db
    .insert(table)
    .values({ ...values, connectionId, companyId: ctx.companyId })
    .onConflictDoUpdate({ target: table.connectionId, set: values })

/** Another number stands for itself. */
export async function forget(ctx: Ctx, connectionId: number) {
  await ctx.db.delete(table).where(where(ctx, connectionId))
  while (await purge(ctx, connectionId, PIECE));
}

/** Writes why campaigns wait; whether that is another reason than before. */
export async function hold(ctx: Ctx, connectionId: number, before: Standing | undefined, now: Hold | null): Promise<boolean> {
  const values = { hold: now?.reason ?? null, holdUntil: now?.until ?? null, holdCount: now?.count ?? 0 }
  if (before ? isDeepStrictEqual({ ...before, ...values }, before) : !now) return false
  await save(ctx, connectionId, values)
  return true
}

/** What the campaigns of some numbers wait for, by number. */
export async function holdsOf(ctx: Ctx, connectionIds: number[]): Promise<Map<number, Hold>> {
  const rows = connectionIds.length
    ? await ctx.db
        .select()
        .from(table)
        .where(and(eq(table.companyId, ctx.companyId), inArray(table.connectionId, connectionIds)))
    : []
  const isOver = ({ holdUntil }: Standing) => holdUntil !== null && holdUntil.getTime() <= Date.now()
  return new Map(
    rows.flatMap(row =>
      row.hold && !isOver(row) ? [[row.connectionId, { reason: row.hold, until: row.holdUntil, count: row.holdCount }] as const] : [],
    ),
  )
}

import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray } from 'drizzle-orm'
import { jsonTexts } from '#kernel/storage/json-rows'
import { asCommitted, shapedRows } from '#kernel/storage/row-cache'
import type { Ctx } from '#kernel/context'
import { purge } from './counts'
import { numberStandings as table, type HOLDS } from './schema'

const PIECE = 10_000
type Standing = typeof table.$inferSelect
/** Why the campaigns of a number wait, or go slowly; until when, and after how many new conversations. */
export type Hold = { reason: (typeof HOLDS)[number]; until: Date | null; count: number }

const where = (ctx: Ctx, connectionId: number) => and(eq(table.companyId, ctx.companyId), eq(table.connectionId, connectionId))

export const find = async (ctx: Ctx, connectionId: number): Promise<Standing | undefined> =>
  (await ctx.db.select().from(table).where(where(ctx, connectionId)))[0]

const LOCK = `select json_object('id', c.id, 'lockedUntil', s.locked_until, 'capStatus', s.cap_status, 'capEndsAt', s.cap_ends_at)
  from connections c left join number_standings s on s.connection_id = c.id and s.company_id = c.company_id
  where c.company_id = ? and c.id = ?`
const locks = shapedRows<{ id: number; lockedUntil: number | null; capStatus: string | null; capEndsAt: number | null }>({
  name: 'lock',
  follows: [{ table: 'number_standings', part: 'standing of number', id: 'row.connection_id' }],
  partsOf: ({ id }) => [['standing of number', id]],
})
/** Until when the network lets a number begin no conversation, by a lock or by its limit; null where it does not say. Cached. */
export async function lockOf(ctx: Ctx, connectionId: number): Promise<{ until: Date | null } | undefined> {
  const committed = asCommitted({ db: ctx.db, store: ctx.store })
  const known = await locks(committed, ctx.companyId, [connectionId], () => jsonTexts(committed.db, LOCK, [ctx.companyId, connectionId]))
  const standing = known.get(connectionId)
  const isOver = (at: number | null) => at !== null && at <= Date.now()
  if (!standing) return
  const { lockedUntil, capStatus, capEndsAt } = standing
  if (lockedUntil !== null && !isOver(lockedUntil)) return { until: new Date(lockedUntil) }
  if (capStatus === 'CAPPED' && !isOver(capEndsAt)) return { until: capEndsAt === null ? null : new Date(capEndsAt) }
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

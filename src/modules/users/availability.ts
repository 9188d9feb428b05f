import type * as v from 'valibot'
import { and, eq } from 'drizzle-orm'
import { transaction, type Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, type Job } from '#kernel/jobs/kind'
import type { AvailabilityBody } from './body'
import { users as table } from './schema'

type Row = Pick<typeof table.$inferSelect, 'availability' | 'awayReason' | 'awayUntil'>

export type Availability = { state: Row['availability']; reason: string | null; until: Date | null }
/** Whether a person says to be there. A moment that has passed holds no longer, whether or not anybody was told of it yet. */
export function availabilityOf({ availability: state, awayReason: reason, awayUntil: until }: Row): Availability {
  const isOver = until !== null && until.getTime() <= Date.now()
  return isOver ? { state: 'available', reason: null, until: null } : { state, reason, until }
}

const THERE = { availability: 'available', awayReason: null, awayUntil: null } as const
const of = (ctx: Ctx, userId: number) => and(eq(table.companyId, ctx.companyId), eq(table.id, userId))
const back = jobKind<{ userId: number }>('availability')

/** Nobody but the person says it; part of the caller's transaction. */
export async function sayAvailability(ctx: Ctx, { state, reason, until = null }: v.InferOutput<typeof AvailabilityBody>) {
  const userId = ctx.actor.userId!
  const said = state === 'available' ? THERE : { availability: state, awayReason: reason || null, awayUntil: until }
  const { rowsAffected } = await ctx.db.update(table).set(said).where(of(ctx, userId))
  if (!rowsAffected) throw notFound('user')
  await jobs.cancel(ctx, back, String(userId))
  if (said.awayUntil) await jobs.enqueue(ctx, back, { userId }, { key: String(userId), at: said.awayUntil })
}

const BUDGET_MS = 10_000

/** Tells that a person is there again when the moment has come that they said. What they said since stands. */
export const availabilityJob = (tell: (ctx: Ctx, userId: number) => Promise<unknown>): Job =>
  back.handledBy({
    maxAttempts: 20,
    backoff: attempts => Math.min(60_000, 1_000 * 2 ** (attempts - 1)),
    budgetMs: BUDGET_MS,
    leaseMs: 3 * BUDGET_MS,
    atOnce: 4,
    late: 'run',
    run: (ctx, { userId }) =>
      transaction(ctx, async ctx => {
        const [row] = await ctx.db.select().from(table).where(of(ctx, userId))
        if (!row?.awayUntil) return
        const ahead = row.awayUntil.getTime() - Date.now()
        if (ahead > 0) return { again: ahead }
        await ctx.db.update(table).set(THERE).where(of(ctx, userId))
        await tell(ctx, userId)
      }),
  })

import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import type { Db } from '#kernel/storage/libsql'
import { eventDeliveries as table, events, eventWebhooks } from './schema'
import { wakeWebhook } from './record'

const KEPT_MS = 30 * 24 * 3600_000
const PAGE = 50
/** Many rows change in batches, so that nothing else waits for them. */
const BATCH = 500
/** What is told again at once; who asks once more has the rest. */
const REPLAYED = 5_000

const of = (ctx: Ctx, webhookId: number) => and(eq(table.companyId, ctx.companyId), eq(table.webhookId, webhookId))
/** Those of a state that is not the usual one. The literal tells SQLite that the partial index has them, which a parameter does not. */
const open = (ctx: Ctx, webhookId: number, state: 'waiting' | 'failed') =>
  and(of(ctx, webhookId), sql`${table.state} <> 'delivered'`, eq(table.state, state))
const shown = {
  id: table.id,
  eventId: table.eventId,
  type: events.type,
  state: table.state,
  attempts: table.attempts,
  outcome: table.outcome,
  ms: table.ms,
  createdAt: table.createdAt,
  updatedAt: table.updatedAt,
}

/** The newest deliveries of a webhook, before one of them. */
async function log(ctx: Ctx, webhookId: number, before: number | undefined) {
  const where = and(of(ctx, webhookId), before === undefined ? undefined : lt(table.id, before))
  const rows = await ctx.db
    .select(shown)
    .from(table)
    .innerJoin(events, eq(events.id, table.eventId))
    .where(where)
    .orderBy(desc(table.id))
    .limit(PAGE + 1)
  return { deliveries: rows.slice(0, PAGE), hasMore: rows.length > PAGE }
}
export type Delivery = Awaited<ReturnType<typeof log>>['deliveries'][number]

/** The one that waits longest, with what it tells. */
async function next(ctx: Ctx, webhookId: number) {
  const [row] = await ctx.db
    .select({ delivery: table, event: events })
    .from(table)
    .innerJoin(events, eq(events.id, table.eventId))
    .where(open(ctx, webhookId, 'waiting'))
    .orderBy(asc(table.id))
    .limit(1)
  return row
}

const note = (ctx: Ctx, id: number, values: Partial<typeof table.$inferInsert>) =>
  ctx.db
    .update(table)
    .set(values)
    .where(and(eq(table.companyId, ctx.companyId), eq(table.id, id)))

/** Some of a state of a webhook, the oldest first. */
const some = (ctx: Ctx, webhookId: number, state: 'waiting' | 'failed', limit: number) =>
  inArray(
    table.id,
    ctx.db
      .select({ id: table.id })
      .from(table)
      .where(open(ctx, webhookId, state))
      .orderBy(asc(table.id))
      .limit(limit),
  )

/** Some of what waits will not be told: its webhook was turned off. Resolves to how many. */
const giveUpSome = async (ctx: Ctx, webhookId: number, outcome: string) =>
  (
    await ctx.db
      .update(table)
      .set({ state: 'failed', outcome })
      .where(some(ctx, webhookId, 'waiting', BATCH))
  ).rowsAffected

/** Deletes some of a webhook that was taken out. */
const purge = async (ctx: Ctx, webhookId: number, limit: number) =>
  (await ctx.db.delete(table).where(sql`id in (select id from event_deliveries where webhook_id = ${webhookId} limit ${limit})`))
    .rowsAffected

/** Tells again what failed, or one delivery whatever became of it. Resolves to how many. */
async function replay(ctx: Ctx, webhookId: number, delivery: number | undefined) {
  const which = delivery === undefined ? some(ctx, webhookId, 'failed', REPLAYED) : and(of(ctx, webhookId), eq(table.id, delivery))
  const { rowsAffected } = await ctx.db.update(table).set({ state: 'waiting', attempts: 0 }).where(which)
  if (!rowsAffected) return 0
  // No backoff for who asks.
  await fare(ctx, webhookId, { retryAt: null })
  await wakeWebhook(ctx, webhookId)
  return rowsAffected
}

/** What happened after an event, for those who ask instead of being told. */
async function after(ctx: Ctx, cursor: number, limit: number) {
  const rows = await ctx.db
    .select()
    .from(events)
    .where(and(eq(events.companyId, ctx.companyId), gt(events.id, cursor)))
    .orderBy(asc(events.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  return { events: page.map(shownEvent), after: page.at(-1)?.id ?? cursor, hasMore: rows.length > limit }
}

/** An event as others read it. */
export const shownEvent = ({ id, type, createdAt, data }: typeof events.$inferSelect) => ({ id, type, createdAt, data })

const sweep = (db: Db) =>
  db.run(sql`delete from events where id in (select id from events where created_at < ${Date.now() - KEPT_MS} limit ${BATCH})`)

/** How a webhook fares, which is no change of what people wrote. */
const fare = (ctx: Ctx, id: number, values: Partial<typeof eventWebhooks.$inferInsert>) =>
  ctx.db
    .update(eventWebhooks)
    .set({ ...values, updatedAt: sql`updated_at` as never })
    .where(and(eq(eventWebhooks.companyId, ctx.companyId), eq(eventWebhooks.id, id)))
    .returning()

export const deliveries = { log, next, note, giveUpSome, purge, replay, after, sweep, fare }

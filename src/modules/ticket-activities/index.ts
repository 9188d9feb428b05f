import { and, desc, eq, gte, lte, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { oneOf } from '#kernel/storage/one-of'
import { queues } from '../queues/schema'
import { users } from '../users/schema'
import { ticketActivities as table } from './schema'

export type Activity = Omit<typeof table.$inferSelect, 'companyId'>
type Kind = Activity['kind']
type State = { id: number; status: 'open' | 'pending' | 'closed'; userId: number | null; queueId: number | null }
/** A stretch of a conversation; without an end it goes on to now. */
export type Span = { from?: Date; until?: Date }

declare module '#kernel/context' {
  interface Events {
    ticketActivity: { action: 'create'; ticketActivity: Activity }
  }
}

/** What a conversation shows of a stretch at most: the newest of them. */
const MOST = 200

/** Writes down what was done, in the transaction that does it, and tells those who have the conversation open. */
async function write(ctx: Ctx, ticketId: number, kind: Kind, about: Activity['about'] = {}) {
  const userName = ctx.actor.userId === null ? null : ctx.actor.name
  const [row] = await ctx.db.insert(table).values({ companyId: ctx.companyId, ticketId, kind, userName, about }).returning()
  const { companyId: _, ...ticketActivity } = row!
  ctx.publish('ticketActivity', { action: 'create', ticketActivity }, [`ticket-${ticketId}`])
}

/** What a ticket's way from one state to another is called; nothing where it stays with the same people. */
function kindOf(before: State, after: State, actorId: number | null): Kind | undefined {
  if (after.status === 'closed') return before.status === 'closed' ? undefined : 'resolved'
  if (before.status === 'closed') return 'reopened'
  if (after.userId !== null && after.userId !== before.userId) {
    if (after.userId !== actorId) return 'transferred'
    return before.status === 'open' ? 'taken' : 'accepted'
  }
  if (after.queueId !== before.queueId) return 'transferred'
  return before.status === 'open' && after.status === 'pending' ? 'returned' : undefined
}

/** A ticket went from one state to another. */
async function moved(ctx: Ctx, before: State, after: State) {
  const kind = kindOf(before, after, ctx.actor.userId)
  if (!kind) return
  const isOthers = after.userId !== null && after.userId !== before.userId && after.userId !== ctx.actor.userId
  const isElsewhere = after.queueId !== null && after.queueId !== before.queueId
  const nameOf = async (of: typeof users | typeof queues, id: number) =>
    (await ctx.db.select({ name: of.name }).from(of).where(eq(of.id, id)))[0]?.name
  await write(ctx, after.id, kind, {
    ...(isOthers && { user: await nameOf(users, after.userId!) }),
    ...(isElsewhere && { queue: await nameOf(queues, after.queueId!) }),
  })
}

/** A ticket's tags are others now, by their names. */
async function retagged(ctx: Ctx, ticketId: number, before: string[], after: string[]) {
  const [put, taken] = [after.filter(name => !before.includes(name)), before.filter(name => !after.includes(name))]
  if (taken.length) await write(ctx, ticketId, 'untagged', { tags: taken })
  if (put.length) await write(ctx, ticketId, 'tagged', { tags: put })
}

/** The customer said how it was. */
const rated = (ctx: Ctx, ticketId: number, rating: 1 | 2 | 3) => write(ctx, ticketId, 'rated', { rating })

/** What was done with some tickets, which the caller may see, oldest first. */
async function during(ctx: Ctx, ticketIds: number[], { from, until }: Span): Promise<Activity[]> {
  const { id, ticketId, kind, userName, about, createdAt } = table
  const rows = await ctx.db
    .select({ id, ticketId, kind, userName, about, createdAt })
    .from(table)
    .where(
      and(
        oneOf(table.ticketId, ticketIds),
        sql`+${table.companyId} = ${ctx.companyId}`,
        from && gte(table.createdAt, from),
        until && lte(table.createdAt, until),
      ),
    )
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(MOST)
  return rows.reverse()
}

/** A ticket ends in another; gives the ids of what the other has of it from now on. */
async function absorb(ctx: Ctx, from: { id: number }, to: { id: number }): Promise<number[]> {
  const rows = await ctx.db.update(table).set({ ticketId: to.id }).where(eq(table.ticketId, from.id)).returning({ id: table.id })
  return rows.map(({ id }) => id)
}
const giveBack = (ctx: Ctx, ids: number[], from: number, to: { id: number }) =>
  ctx.db
    .update(table)
    .set({ ticketId: to.id })
    .where(and(oneOf(table.id, ids), eq(table.ticketId, from)))

export const ticketActivities = { moved, retagged, rated, during, absorb, giveBack }

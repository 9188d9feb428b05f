import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, notInArray, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { authorize, type AuthorizedTicket } from './authorized'
import { ofQueues, type OfQueues } from './list'
import { ticketBots as bots } from '../ticket-bots/schema'
import { tickets as table } from './schema'

const mine = (ctx: Ctx) => eq(table.companyId, ctx.companyId)

/** Tickets of a status: those without a queue and of the given queues, or of all when none is given. */
export async function ofStatus(ctx: Ctx, status: 'open' | 'pending', of: OfQueues, limit: number): Promise<AuthorizedTicket[]> {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), eq(table.status, status), ofQueues(of)))
    .limit(limit)
  return rows.map(authorize)
}

/** Some of what somebody has open, of all queues or outside of some. */
export async function openOf(ctx: Ctx, userId: number, limit: number, outside?: number[]): Promise<AuthorizedTicket[]> {
  const there = outside && and(isNotNull(table.queueId), notInArray(table.queueId, outside))
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), eq(table.userId, userId), eq(table.status, 'open'), there))
    .limit(limit)
  return rows.map(authorize)
}

/** Some of what is open or waits in a queue. By the company's index: that of the queue would be read through all that is closed. */
export async function activeInQueue(ctx: Ctx, queueId: number, limit: number): Promise<AuthorizedTicket[]> {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), inArray(table.status, ['open', 'pending']), sql`+${table.queueId} = ${queueId}`))
    .limit(limit)
  return rows.map(authorize)
}

/** The active ticket that stands in the way of another for the same contact, on one connection or on any. */
export async function otherActive(ctx: Ctx, contactId: number, whatsappId: number | null): Promise<AuthorizedTicket | undefined> {
  const here = whatsappId ? eq(table.whatsappId, whatsappId) : undefined
  const [row] = await ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), eq(table.contactId, contactId), ne(table.status, 'closed'), here))
    .limit(1)
  return row && authorize(row)
}

const silent = (since: Date) =>
  and(eq(table.status, 'open'), lt(table.updatedAt, since), eq(table.fromMe, true), eq(table.isGroup, false), isNull(table.snoozedAt))

/** Open tickets of a connection that the company answered and nobody touched since: oldest first. */
export async function silentSince(ctx: Ctx, whatsappId: number, since: Date, limit: number): Promise<AuthorizedTicket[]> {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.whatsappId, whatsappId), silent(since)))
    .orderBy(asc(table.updatedAt))
    .limit(limit)
  return rows.map(authorize)
}

/** Conversations of a connection that nobody has, in no queue, whose customer waits since before a moment: who waits longest first. */
export async function unqueuedSince(ctx: Ctx, whatsappId: number, since: Date, limit: number, id?: number): Promise<AuthorizedTicket[]> {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(
      and(
        mine(ctx),
        eq(table.status, 'pending'),
        sql`waiting_since is null = 0`,
        lt(table.waitingSince, since),
        isNull(table.queueId),
        // A robot that rests because the company is closed is asked nothing when it opens.
        sql`(${table.useIntegration} = 0 or exists (select 1 from ${bots} where ${bots.ticketId} = ${table.id} and ${bots.holder} = 'out_of_hours'))`,
        eq(table.whatsappId, whatsappId),
        eq(table.isGroup, false),
        isNull(table.snoozedAt),
        id === undefined ? undefined : eq(table.id, id),
      ),
    )
    .orderBy(asc(table.waitingSince))
    .limit(limit)
  return rows.map(authorize)
}

/** The same ticket, unless something happened in it meanwhile. */
export async function stillSilent(ctx: Ctx, { id }: AuthorizedTicket, since: Date): Promise<AuthorizedTicket | undefined> {
  const [row] = await ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), eq(table.id, id), silent(since)))
  return row && authorize(row)
}

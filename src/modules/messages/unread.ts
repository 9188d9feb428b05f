import { and, desc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { cachedScalar } from '#kernel/storage/page-ids'
import type { AuthorizedTicket } from '../tickets'
import { messages as table } from './schema'

/** What the customer wrote and nobody read, as the index of it says. */
const unread = (ticketId: number) => and(eq(table.ticketId, ticketId), sql`read = 0 and from_me = 0`)
const OLDEST = 'select (select uid from messages where ticket_id = ? and read = 0 and from_me = 0 order by id limit 1)'
/** What of a ticket nobody read yet begins with it; null where all was read. */
export const firstUnread = (ctx: Ctx, ticket: AuthorizedTicket) => cachedScalar<string | null>(ctx, OLDEST, [ticket.id])

const MANY = 'select count(*) from messages where ticket_id = ? and read = 0 and from_me = 0'
export const unreadCount = (ctx: Ctx, ticket: AuthorizedTicket) => cachedScalar<number>(ctx, MANY, [ticket.id])

/** Whether the customer wrote something after a moment that nobody read yet; or, of the newest messages, that somebody may have read. */
export async function isWrittenSince({ db }: Ctx, ticketId: number, at: Date, evenRead = false): Promise<boolean> {
  const { rows } = await db.$client.execute({ sql: evenRead ? SAID_SINCE : WRITTEN_SINCE, args: [ticketId, at.getTime()] })
  return rows.length > 0
}
// By when rows were stored, since the network tells late what was written before. What was stored before the ticket was touched by it is older
// than its row; a file that came later changed what was seen.
const WRITTEN_SINCE = 'select 1 from messages where ticket_id = ? and read = 0 and from_me = 0 and updated_at > ? limit 1'
const SAID_SINCE = `select 1 from (select updated_at, from_me from messages where ticket_id = ? order by id desc limit 50)
  where from_me = 0 and updated_at > ? limit 1`

/** Whether a person of the company answered in it since a moment, from here or from the phone, as far as its newest messages tell. */
export async function isAnsweredSince({ db }: Ctx, ticketId: number, at: Date): Promise<boolean> {
  const { rows } = await db.$client.execute({ sql: ANSWERED_SINCE, args: [ticketId, at.getTime()] })
  return rows.length > 0
}
const ANSWERED_SINCE = `select 1 from (select created_at, answers_since from messages where ticket_id = ? order by id desc limit 50)
  where answers_since is not null and created_at >= ? limit 1`

/** So many receipts say it: a group that nobody looked at for months has tens of thousands. */
const MAX_RECEIPTS = 500

/** Unread messages from the customer become read; returns the newest of them, in their order, for the network. */
export async function markRead(ctx: Ctx, ticket: AuthorizedTicket) {
  const newest = await ctx.db
    .select({ id: table.id, chatId: table.chatId, connectionId: table.connectionId })
    .from(table)
    .where(unread(ticket.id))
    .orderBy(desc(table.id))
    .limit(MAX_RECEIPTS)
  // Nothing else of them changed: who asks what was said since a moment is not told of what was read since.
  await ctx.db
    .update(table)
    .set({ read: true, updatedAt: sql`${table.updatedAt}` })
    .where(unread(ticket.id))
  return newest.reverse()
}

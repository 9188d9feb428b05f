import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { prepared } from '#kernel/storage/prepared'
import type { AuthorizedTicket } from '../tickets'
import { messages as table } from './schema'

/** What the customer wrote and nobody read, as the index of it says. */
const unread = (ticketId: number | SQL) => and(eq(table.ticketId, ticketId), sql`read = 0 and from_me = 0`)
const firstUnread = prepared(db =>
  db
    .select({ id: table.id })
    .from(table)
    .where(unread(sql`${sql.placeholder('ticketId')}`))
    .limit(1)
    .prepare(),
)
export const hasUnread = async (ctx: Ctx, ticket: AuthorizedTicket) => (await firstUnread(ctx.db).all({ ticketId: ticket.id })).length > 0

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
  await ctx.db.update(table).set({ read: true }).where(unread(ticket.id))
  return newest.reverse()
}

import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { prepared } from '#kernel/storage/prepared'
import type { AuthorizedTicket } from '../tickets'
import { messages as table } from './schema'

/** What the customer wrote and nobody read, as the index of it says. */
const unread = (ticketId: number | SQL) => and(eq(table.ticketId, ticketId), sql`read = 0 and from_me = 0`)
const oldestUnread = prepared(db =>
  db
    .select({ uid: table.uid })
    .from(table)
    .where(unread(sql`${sql.placeholder('ticketId')}`))
    .orderBy(asc(table.id))
    .limit(1)
    .prepare(),
)
/** What of a ticket nobody read yet begins with it; null where all was read. */
export async function firstUnread(ctx: Ctx, ticket: AuthorizedTicket): Promise<string | null> {
  const [oldest] = await oldestUnread(ctx.db).all({ ticketId: ticket.id })
  return oldest?.uid ?? null
}

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

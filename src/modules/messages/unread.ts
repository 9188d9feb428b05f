import { and, eq, sql, type SQL } from 'drizzle-orm'
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

/** Unread messages from the customer become read; returns them for the network. */
export const markRead = (ctx: Ctx, ticket: AuthorizedTicket) =>
  ctx.db
    .update(table)
    .set({ read: true })
    .where(unread(ticket.id))
    .returning({ id: table.id, chatId: table.chatId, connectionId: table.connectionId })

import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { oneOf } from '#kernel/storage/one-of'
import type { AuthorizedTicket } from '../tickets'
import { messages as table, outbox } from './schema'

// Where messages go when two conversations turn out to be one, and back.

/** Moves the messages of one conversation into another's; those that stand there already are dropped. */
export async function moveChat(ctx: Ctx, from: number, to: number) {
  await ctx.db.run(sql`delete from messages where chat_id = ${from} and exists (
    select 1 from messages k where k.connection_id = messages.connection_id and k.chat_id = ${to} and k.wid = messages.wid and k.from_me = messages.from_me)`)
  await ctx.db.update(table).set({ contactId: to }).where(eq(table.contactId, from))
  await ctx.db.update(table).set({ chatId: to }).where(eq(table.chatId, from))
  await ctx.db.update(outbox).set({ chatId: to }).where(eq(outbox.chatId, from))
}

export async function moveToTicket(ctx: Ctx, from: AuthorizedTicket, to: AuthorizedTicket) {
  // A client's name for a message is one in a ticket: where both have it, the one that comes gives it up.
  await ctx.db.run(sql`update messages set client_id = null where ticket_id = ${from.id}
    and client_id in (select client_id from messages where ticket_id = ${to.id} and client_id is not null)`)
  const moved = await ctx.db.update(table).set({ ticketId: to.id }).where(eq(table.ticketId, from.id)).returning({ id: table.id })
  return moved.map(message => message.id)
}

/** Gives messages back to a ticket that had been absorbed by another. */
export const placeInTicket = (ctx: Ctx, ids: number[], from: number, to: AuthorizedTicket) =>
  ctx.db
    .update(table)
    .set({ ticketId: to.id })
    .where(and(eq(table.companyId, ctx.companyId), oneOf(table.id, ids), eq(table.ticketId, from)))

/** Gives what was said in some tickets back to a conversation that had been merged away, with what waits to be told of it. */
export async function placeInChat(ctx: Ctx, ticketIds: number[], from: number, to: number) {
  const those = and(eq(table.companyId, ctx.companyId), oneOf(table.ticketId, ticketIds), eq(table.chatId, from))
  await ctx.db
    .update(table)
    .set({ contactId: to })
    .where(and(those, eq(table.contactId, from)))
  await ctx.db.update(table).set({ chatId: to }).where(those)
  // A receipt names the messages that were read; any other task is about one.
  const about = sql`coalesce(${outbox.messageId}, json_extract(${outbox.task}, '$.ids[0]'))`
  await ctx.db
    .update(outbox)
    .set({ chatId: to })
    .where(and(eq(outbox.chatId, from), sql`exists (select 1 from messages m where m.id = ${about} and m.chat_id = ${to})`))
}

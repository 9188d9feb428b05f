import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { oneOf } from '#kernel/storage/one-of'
import type { AuthorizedTicket } from '../tickets'
import { messages as table, outbox } from './schema'

// Where messages go when two conversations turn out to be one, and back.

/** Rows of one statement: some milliseconds, after which the loop turns. The transaction is one all the same. */
const PIECE = 500

/** Goes through messages in the order of their ids, in pieces between which the event loop turns. */
async function inPieces(ctx: Ctx, those: SQL, work: (piece: SQL) => Promise<unknown>) {
  for (let after = 0; ;) {
    const [piece] = await ctx.db.all<{ last: number; size: number }>(
      sql`select max(id) last, count(*) size from (select id from messages where ${those} and id > ${after} order by id limit ${PIECE})`,
    )
    const { last, size } = piece!
    if (size) await work(sql`(${those} and ${table.id} > ${after} and ${table.id} <= ${last})`)
    if (size < PIECE) return
    await ctx.store.rows?.changedMuch(ctx.db.$client)
    await new Promise(setImmediate)
    after = last
  }
}

/** Moves the messages of one conversation into another's; those that stand there already are dropped. */
export async function moveChat(ctx: Ctx, from: number, to: number) {
  const whose = sql`iif(${table.contactId} = ${from}, ${to}, ${table.contactId})`
  await inPieces(ctx, eq(table.chatId, from), async piece => {
    await ctx.db.run(sql`delete from messages where ${piece} and exists (
      select 1 from messages k where k.connection_id = messages.connection_id and k.chat_id = ${to} and k.wid = messages.wid and k.from_me = messages.from_me)`)
    await ctx.db.update(table).set({ chatId: to, contactId: whose }).where(piece)
  })
  // What they wrote in groups.
  await inPieces(ctx, eq(table.contactId, from), piece => ctx.db.update(table).set({ contactId: to }).where(piece))
  await ctx.db.update(outbox).set({ chatId: to }).where(eq(outbox.chatId, from))
}

export async function moveToTicket(ctx: Ctx, from: AuthorizedTicket, to: AuthorizedTicket) {
  // A client's name for a message is one in a ticket: where both have it, the one that comes gives it up.
  await ctx.db.run(sql`update messages set client_id = null where ticket_id = ${from.id}
    and client_id in (select client_id from messages where ticket_id = ${to.id} and client_id is not null)`)
  const moved: number[] = []
  await inPieces(ctx, eq(table.ticketId, from.id), async piece => {
    for (const { id } of await ctx.db.update(table).set({ ticketId: to.id }).where(piece).returning({ id: table.id })) moved.push(id)
  })
  return moved
}

/** Gives messages back to a ticket that had been absorbed by another. */
export const placeInTicket = (ctx: Ctx, ids: number[], from: number, to: AuthorizedTicket) =>
  inPieces(ctx, and(eq(table.companyId, ctx.companyId), oneOf(table.id, ids), eq(table.ticketId, from))!, piece =>
    ctx.db.update(table).set({ ticketId: to.id }).where(piece),
  )

/** Gives what was said in some tickets back to a conversation that had been merged away, with what waits to be told of it. */
export async function placeInChat(ctx: Ctx, ticketIds: number[], from: number, to: number) {
  const whose = sql`iif(${table.contactId} = ${from}, ${to}, ${table.contactId})`
  await inPieces(ctx, eq(table.chatId, from), piece =>
    ctx.db
      .update(table)
      .set({ chatId: to, contactId: whose })
      .where(and(eq(table.companyId, ctx.companyId), oneOf(sql`+${table.ticketId}`, ticketIds), piece)),
  )
  // A receipt names the messages that were read; any other task is about one.
  const about = sql`coalesce(${outbox.messageId}, json_extract(${outbox.task}, '$.ids[0]'))`
  await ctx.db
    .update(outbox)
    .set({ chatId: to })
    .where(and(eq(outbox.chatId, from), sql`exists (select 1 from messages m where m.id = ${about} and m.chat_id = ${to})`))
}

import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { releaseFiles } from '#kernel/media/release-files'
import { oneOf } from '#kernel/storage/one-of'
import { messages as table, outbox } from './schema'

// Messages of tickets that were deleted, and what refers to rows that are gone: some rows at a time, for flows/purge.ts.

const some = (where: SQL, limit: number) => inArray(table.id, sql`(select id from messages where ${where} limit ${limit})`)

/** Deletes some messages of tickets, with their files. */
export async function purge(ctx: Ctx, ticketIds: SQL, limit: number) {
  const gone = await ctx.db
    .delete(table)
    .where(some(sql`ticket_id in ${ticketIds}`, limit))
    .returning({ media: table.media })
  await releaseFiles(
    ctx,
    gone.map(({ media }) => media?.hash),
  )
  return gone.length
}

/** What waits to be told of tickets is not told any more. Returns the messages that never left. */
export async function sendNoMore(ctx: Ctx, ticketIds: SQL): Promise<number[]> {
  const untold = await ctx.db
    .delete(outbox)
    .where(
      inArray(outbox.id, sql`(select o.id from outbox o cross join messages m on m.id = o.message_id where m.ticket_id in ${ticketIds})`),
    )
    .returning({ id: outbox.messageId })
  const ids = untold.flatMap(({ id }) => id ?? [])
  if (!ids.length) return []
  const failed = await ctx.db
    .update(table)
    .set({ status: 'failed', failReason: 'withdrawn' })
    .where(and(oneOf(table.id, ids), eq(table.status, 'queued')))
    .returning({ id: table.id })
  return failed.map(({ id }) => id)
}

/** Some messages forget who wrote them. */
export const forgetAuthor = async (ctx: Ctx, contactId: number, limit: number) =>
  (
    await ctx.db
      .update(table)
      .set({ contactId: null, updatedAt: sql`${table.updatedAt}` })
      .where(some(sql`contact_id = ${contactId}`, limit))
  ).rowsAffected

/** Some messages forget the connection that they came or went by. */
export const leaveConnection = async (ctx: Ctx, connectionId: number, limit: number) =>
  (
    await ctx.db
      .update(table)
      .set({ connectionId: null, updatedAt: sql`${table.updatedAt}` })
      .where(some(sql`connection_id = ${connectionId}`, limit))
  ).rowsAffected

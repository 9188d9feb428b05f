import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { oneOf } from '#kernel/storage/one-of'
import { messageEdits as table } from './schema'
import type { Message } from './shape'

// What a message said before it was edited. Rows go with their message, wherever that is moved, and are deleted with it.

/** Whoever edits without end keeps so many texts. */
const MAX_KEPT = 30

/** Puts down the text that an edit replaces; part of the edit's transaction. */
export async function keep(ctx: Ctx, { id: messageId, body, createdAt }: Message) {
  const [last] = await ctx.db
    .select({ replacedAt: table.replacedAt })
    .from(table)
    .where(eq(table.messageId, messageId))
    .orderBy(desc(table.id))
    .limit(1)
  await ctx.db.insert(table).values({ messageId, body, writtenAt: last?.replacedAt ?? createdAt, replacedAt: new Date() })
  const surplus = sql`(select id from message_edits where message_id = ${messageId} order by id desc limit -1 offset ${MAX_KEPT})`
  await ctx.db.delete(table).where(sql`id in ${surplus}`)
}

/** The earlier texts of some messages, of those that were deleted too. */
export const earlierOf = (ctx: Ctx, ids: number[]) =>
  ctx.db.select({ messageId: table.messageId, body: table.body }).from(table).where(oneOf(table.messageId, ids)).orderBy(asc(table.id))

/** An edit that nobody got: the newest text of these words was never an earlier one. */
export const forget = (ctx: Ctx, messageId: number, body: string) =>
  ctx.db.delete(table).where(sql`id = (select max(id) from message_edits where message_id = ${messageId} and body = ${body})`)

/** The earlier texts of a message, the first one first. What was deleted says nothing any more. */
export const history = async (ctx: Ctx, { id, isDeleted }: Message) =>
  isDeleted
    ? []
    : ctx.db.select({ body: table.body, writtenAt: table.writtenAt }).from(table).where(eq(table.messageId, id)).orderBy(asc(table.id))
export type EarlierText = Awaited<ReturnType<typeof history>>[number]

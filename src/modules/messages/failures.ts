import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { RowId } from '#kernel/ids'
import { oneOf } from '#kernel/storage/one-of'
import { contacts } from '../contacts/schema'
import { tickets, visible } from '../tickets'
import { tickets as ticketTable } from '../tickets/schema'
import { users } from '../users/schema'
import { messageFailures as table, messages } from './schema'
import { lastLine } from './shape'

/** So many are listed; who has more sees them when these are gone. */
const MOST = 50
/** What a notice says of a message. */
const EXCERPT = 200

declare module '#kernel/context' {
  interface Events {
    /** To who wrote them: what did not reach its customer is another list now. */
    messageFailure: { action: 'update' }
  }
}

const tell = (ctx: Ctx, userIds: number[]) => {
  for (const userId of new Set(userIds)) ctx.publish('messageFailure', { action: 'update' }, [`user-${userId}`])
}

/** Messages have failed: people who wrote one are told until they have looked. What nobody wrote, or was deleted by then, is told to nobody. */
export async function tellFailed(ctx: Ctx, ids: number[]) {
  if (!ids.length) return
  const written = await ctx.db
    .select({ messageId: messages.id, companyId: messages.companyId, userId: users.id })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.userId))
    .where(and(oneOf(messages.id, ids), sql`+${messages.companyId} = ${ctx.companyId}`, eq(messages.isDeleted, false)))
  if (!written.length) return
  await ctx.db.insert(table).values(written).onConflictDoNothing()
  tell(
    ctx,
    written.map(({ userId }) => userId),
  )
}

/** They are on their way again, or gone. */
export async function untellFailed(ctx: Ctx, ids: number[]) {
  if (!ids.length) return
  const untold = await ctx.db.delete(table).where(oneOf(table.messageId, ids)).returning({ userId: table.userId })
  tell(
    ctx,
    untold.map(({ userId }) => userId),
  )
}

const mine = (ctx: Ctx) => and(eq(table.userId, ctx.actor.userId ?? 0), eq(table.companyId, ctx.companyId))

/** What the person wrote and its customer never got, since they looked at the conversation last; newest first, as far as they see the ticket. */
async function failures(ctx: Ctx) {
  const rows = await ctx.db
    .select({
      id: table.messageId,
      ticketId: ticketTable.id,
      uuid: ticketTable.uuid,
      contact: contacts.name,
      body: messages.body,
      media: messages.media,
      mediaType: messages.mediaType,
      createdAt: table.createdAt,
    })
    .from(table)
    .innerJoin(messages, eq(messages.id, table.messageId))
    .innerJoin(ticketTable, and(eq(ticketTable.id, messages.ticketId), eq(ticketTable.companyId, ctx.companyId)))
    .innerJoin(contacts, eq(contacts.id, ticketTable.contactId))
    .where(and(mine(ctx), visible(ctx.actor)))
    .orderBy(desc(table.messageId))
    .limit(MOST)
  return rows.map(({ body, media, mediaType, ...failure }) => ({
    ...failure,
    text: lastLine({ body, media, mediaType }).slice(0, EXCERPT),
  }))
}
export type Failure = Awaited<ReturnType<typeof failures>>[number]

/** The person has looked at the ticket. */
async function sawFailures(ctx: Ctx, ticketId: number) {
  const ofTicket = ctx.db.select({ id: messages.id }).from(messages).where(eq(messages.ticketId, ticketId))
  const { rowsAffected } = await ctx.db.delete(table).where(and(mine(ctx), inArray(table.messageId, ofTicket)))
  if (rowsAffected) tell(ctx, [ctx.actor.userId!])
}

/** Some of who is gone. */
export async function purgeFailures(ctx: Ctx, userId: number, limit: number) {
  const some = sql`message_id in (select message_id from message_failures where user_id = ${userId} limit ${limit})`
  return (await ctx.db.delete(table).where(some)).rowsAffected
}

export const failureRoutes = router()
  .get('/', async c => c.json({ failures: await failures(c.var.ctx) }))
  .post('/seen', valid('json', v.object({ ticketId: RowId })), async c => {
    const { ctx } = c.var
    const { id } = await tickets.load(ctx, c.req.valid('json').ticketId)
    await sawFailures(ctx, id)
    return c.body(null, 200)
  })

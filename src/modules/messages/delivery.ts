import { and, eq, inArray, sql } from 'drizzle-orm'
import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import type { Receipt } from '../connections'
import { announceChange, change } from './announce'
import { failReasonOf, type FailReason } from './fail-reasons'
import { accepted, enqueue } from './outbox'
import { messages as table, outbox } from './schema'
import type { Message } from './shape'

const RANK = { received: 0, queued: 0, failed: 0, sent: 1, delivered: 2, read: 3, played: 4 } as const

/** Takes over what a receipt says. States only rise; accepted messages leave the outbox. */
export const setStates = (ctx: Ctx, { connectionId, ids, state, reason }: Receipt) =>
  transaction(ctx, async ctx => {
    const rows = await ctx.db
      .select({ id: table.id, wid: table.wid, ticketId: table.ticketId, status: table.status })
      .from(table)
      .where(and(eq(table.companyId, ctx.companyId), eq(table.connectionId, connectionId), inArray(table.wid, ids), eq(table.fromMe, true)))
    const named = new Set(rows.map(row => row.wid))
    await accepted(
      ctx,
      connectionId,
      ids.filter(id => !named.has(id)),
    )
    const rising = rows.filter(({ status }) => (state === 'failed' ? RANK[status] < RANK.delivered : RANK[status] < RANK[state]))
    const moved = rising.map(message => message.id)
    if (!moved.length) return
    await ctx.db
      .update(table)
      .set({ status: state, failReason: state === 'failed' ? failReasonOf(reason) : null })
      .where(inArray(table.id, moved))
    await ctx.db.delete(outbox).where(and(inArray(outbox.messageId, moved), sql`json_extract(${outbox.task}, '$.do') = 'send'`))
    announceChange(ctx, rising)
  })

export const fail = (ctx: Ctx, id: number, reason: FailReason) =>
  transaction(ctx, async ctx => {
    await ctx.db.delete(outbox).where(eq(outbox.messageId, id))
    await change(ctx, id, { status: 'failed', failReason: reason })
  })

export async function retry(ctx: Ctx, message: Message) {
  if (message.status !== 'failed' || !message.connectionId) throw new AppError('ERR_MESSAGE_NOT_FAILED', 400)
  await change(ctx, message.id, { status: 'queued', failReason: null })
  await enqueue(ctx, { connectionId: message.connectionId, chatId: message.chatId, messageId: message.id, task: { do: 'send' } })
}

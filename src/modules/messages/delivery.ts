import { and, eq, sql } from 'drizzle-orm'
import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { oneOf } from '#kernel/storage/one-of'
import type { Receipt } from '../connections'
import { takeBack } from './amend'
import { announceChange, change } from './announce'
import { tellFailed, untellFailed } from './failures'
import { failReasonOf, isTransient, type FailReason } from './fail-reasons'
import { accepted, done, enqueue, isSpent, named, tryAgain, type OutboxRow } from './outbox'
import { messages as table, outbox } from './schema'
import type { Message } from './shape'
import { waitAgain, waitNoMore } from './void-answers'

const RANK = { received: 0, queued: 0, failed: 0, sent: 1, delivered: 2, read: 3, played: 4 } as const

/**
 * Takes over what a receipt says, and returns the messages that it moved. States only rise; accepted messages leave the outbox, and what may
 * be taken the next time stays.
 */
export const setStates = (ctx: Ctx, { connectionId, ids: receipted, state, reason }: Receipt) =>
  transaction(ctx, async (ctx): Promise<number[]> => {
    const ids = state === 'failed' ? await refusedForGood(ctx, connectionId, receipted, reason) : receipted
    const rows = await ctx.db
      .select({ id: table.id, wid: table.wid, ticketId: table.ticketId, status: table.status })
      .from(table)
      .where(and(eq(table.companyId, ctx.companyId), eq(table.connectionId, connectionId), oneOf(table.wid, ids), eq(table.fromMe, true)))
    const sends = new Set(rows.map(row => row.wid))
    await accepted(
      ctx,
      connectionId,
      ids.filter(id => !sends.has(id)),
    )
    const rising = rows.filter(({ status }) => (state === 'failed' ? RANK[status] < RANK.delivered : RANK[status] < RANK[state]))
    const moved = rising.map(message => message.id)
    if (!moved.length) return moved
    await ctx.db
      .update(table)
      .set({
        status: state,
        // A change that was refused is told until the next: only why the message itself failed is over.
        failReason: state === 'failed' ? failReasonOf(reason) : sql`iif(${table.status} = 'failed', null, ${table.failReason})`,
      })
      .where(oneOf(table.id, moved))
    await ctx.db.delete(outbox).where(and(oneOf(outbox.messageId, moved), sql`json_extract(${outbox.task}, '$.do') = 'send'`))
    // What was known to have failed is told no second time by a receipt that comes again.
    const idsOf = (hadFailed: boolean) => rising.filter(({ status }) => (status === 'failed') === hadFailed).map(({ id }) => id)
    await (state === 'failed' ? failed(ctx, idsOf(false)) : arrived(ctx, idsOf(true)))
    announceChange(ctx, rising)
    return moved
  })

/** Who wrote them is told, and who they were to has no answer. */
async function failed(ctx: Ctx, ids: number[]) {
  if (!ids.length) return
  await tellFailed(ctx, ids)
  await waitAgain(ctx, ids)
}
async function arrived(ctx: Ctx, ids: number[]) {
  if (!ids.length) return
  await untellFailed(ctx, ids)
  await waitNoMore(ctx, ids)
}

/** Puts what the server may take the next time back into the outbox, takes back the changes that it never will; returns the ids of those. */
async function refusedForGood(ctx: Ctx, connectionId: number, ids: string[], reason?: string) {
  const again = new Set<string>()
  for (const { wid, row } of await named(ctx, connectionId, ids)) {
    if (!isTransient(reason) || isSpent(row)) await takeBack(ctx, row, failReasonOf(reason))
    else {
      await tryAgain(ctx.db, row)
      again.add(wid)
    }
  }
  return ids.filter(id => !again.has(id))
}

/** A task that will never be done, unless it was taken out meanwhile: what should be sent has failed, what should be changed is as before. */
export const giveUp = (ctx: Ctx, row: OutboxRow, reason: FailReason) =>
  transaction(ctx, async ctx => {
    if (!(await done(ctx.db, row.id)).rowsAffected) return
    if (row.task.do === 'send' && row.messageId !== null) await fail(ctx, row.messageId, reason)
    else await takeBack(ctx, row, reason)
  })

export const fail = (ctx: Ctx, id: number, reason: FailReason) =>
  transaction(ctx, async ctx => {
    // Of what was written once and deleted then, the network may have both.
    await ctx.db.delete(outbox).where(and(eq(outbox.messageId, id), sql`json_extract(${outbox.task}, '$.do') <> 'delete'`))
    await change(ctx, id, { status: 'failed', failReason: reason })
    await failed(ctx, [id])
  })

export async function retry(ctx: Ctx, message: Message) {
  if (message.status !== 'failed' || message.isDeleted || !message.connectionId) throw new AppError('ERR_MESSAGE_NOT_FAILED', 400)
  await change(ctx, message.id, { status: 'queued', failReason: null })
  await waitNoMore(ctx, [message.id])
  await untellFailed(ctx, [message.id])
  await enqueue(ctx, { connectionId: message.connectionId, chatId: message.chatId, messageId: message.id, task: { do: 'send' } })
}

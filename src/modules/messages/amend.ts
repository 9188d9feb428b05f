import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { tickets } from '../tickets'
import { change } from './announce'
import * as edits from './edits'
import type { FailReason } from './fail-reasons'
import { tellFailed, untellFailed } from './failures'
import type { OutboxRow } from './outbox'
import { find, newest } from './rows'
import { announceReaction } from './reactions'
import { outbox, type OutboxTask, type Reaction } from './schema'
import { lastLine, type Message } from './shape'

const DELETED = '🚫 _Mensagem Apagada_'

/** What a ticket shows of its newest message. */
export async function lastOf(ctx: Ctx, ticketId: number): Promise<{ lastMessage: string; fromMe: boolean }> {
  const [last] = await newest(ctx, ticketId)
  const line = last?.isDeleted ? DELETED : last ? lastLine(last) : ''
  return { lastMessage: line.slice(0, 255), fromMe: last?.fromMe ?? false }
}

/** The ticket's list entry follows a change of its newest message. */
async function followNewest(ctx: Ctx, { id, ticketId }: Message, lastMessage: string) {
  if ((await newest(ctx, ticketId))[0]?.id !== id) return
  await tickets.setLastMessage(ctx, await tickets.load(ctx, ticketId), lastMessage)
}

/** A new change ends the word about one that was refused; why the message itself failed stays. */
const keptReason = ({ status, failReason }: Message) => (status === 'failed' ? failReason : null)

/** Marks a message as deleted. What was never written of it to the network leaves the outbox. */
export async function erase(ctx: Ctx, message: Message) {
  const dropped = await ctx.db
    .delete(outbox)
    .where(and(eq(outbox.messageId, message.id), isNull(outbox.writtenAt), eq(outbox.attempts, 0)))
    .returning({ id: outbox.id, task: outbox.task })
  // An edit that nobody was told of is not what the customer has, should the delete be refused.
  const before = dropped.toSorted((a, b) => a.id - b.id).flatMap(({ task }) => (task.do === 'edit' && task.before) || [])
  for (const { body } of before) await edits.forget(ctx, message.id, body)
  const [untold] = before
  await change(ctx, message.id, { ...untold, isDeleted: true, failReason: keptReason(message) })
  if (message.status === 'failed') await untellFailed(ctx, [message.id])
  await followNewest(ctx, message, DELETED)
}

export async function edit(ctx: Ctx, message: Message, body: string) {
  if (body !== message.body) await edits.keep(ctx, message)
  await change(ctx, message.id, { body, isEdited: true, failReason: keptReason(message) })
  await followNewest(ctx, message, lastLine({ ...message, body }))
}

/** An edit or a delete that the network will never take: the message is again what the customer has, and says why. */
export async function takeBack(ctx: Ctx, { id, messageId, task }: OutboxRow, reason: FailReason) {
  const message = messageId === null ? undefined : await find(ctx, messageId)
  if (!message || (task.do !== 'edit' && task.do !== 'delete')) return
  const failReason = reason === 'unknown' ? 'refused' : reason
  if (task.do === 'delete') {
    await restore(ctx, message, { isDeleted: false, failReason })
    return message.status === 'failed' ? tellFailed(ctx, [message.id]) : undefined
  }
  const later = and(eq(outbox.messageId, message.id), gt(outbox.id, id), sql`json_extract(${outbox.task}, '$.do') = 'edit'`)
  const [next] = await ctx.db.select().from(outbox).where(later).orderBy(asc(outbox.id)).limit(1)
  if (task.before && task.before.body !== task.body) await edits.forget(ctx, message.id, next ? task.body : task.before.body)
  // Where a later edit waits, that one says what stands; should it be refused as well, it goes back as far as this one.
  if (next)
    await ctx.db
      .update(outbox)
      .set({ task: { ...next.task, before: task.before } as OutboxTask })
      .where(eq(outbox.id, next.id))
  else if (message.body === task.body) await restore(ctx, message, { ...task.before, failReason })
}

async function restore(ctx: Ctx, message: Message, values: Partial<Message>) {
  await change(ctx, message.id, values)
  const restored = { ...message, ...values }
  if (!restored.isDeleted) await followNewest(ctx, message, lastLine(restored))
}

/** One reaction a person: a new one replaces it, '' takes it away. */
export async function react(ctx: Ctx, message: Message, reaction: Reaction) {
  const others = message.reactions.filter(one => !(one.fromMe === reaction.fromMe && one.contactId === reaction.contactId))
  const reactions = reaction.type ? [...others, reaction] : others
  await change(ctx, message.id, { reactions })
  announceReaction(ctx, message, reaction)
  return reactions
}

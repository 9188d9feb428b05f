import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { tickets } from '../tickets'
import { change } from './announce'
import { newest } from './rows'
import { announceReaction } from './reactions'
import { outbox, type Reaction } from './schema'
import type { Message } from './shape'

const DELETED = '🚫 _Mensagem Apagada_'

/** The ticket's list entry follows a change of its newest message. */
async function followNewest(ctx: Ctx, { id, ticketId }: Message, lastMessage: string) {
  if ((await newest(ctx, ticketId))[0]?.id !== id) return
  await tickets.setLastMessage(ctx, await tickets.load(ctx, ticketId), lastMessage)
}

/** Marks a message as deleted. One that was never written to the network is taken out of the outbox instead: true then. */
export async function erase(ctx: Ctx, message: Message): Promise<boolean> {
  const dropped = await ctx.db
    .delete(outbox)
    .where(and(eq(outbox.messageId, message.id), isNull(outbox.writtenAt), eq(outbox.attempts, 0)))
    .returning({ task: outbox.task })
  await change(ctx, message.id, { isDeleted: true })
  await followNewest(ctx, message, DELETED)
  return dropped.some(({ task }) => task.do === 'send')
}

export async function edit(ctx: Ctx, message: Message, body: string) {
  await change(ctx, message.id, { body, isEdited: true })
  await followNewest(ctx, message, body)
}

/** One reaction a person: a new one replaces it, '' takes it away. */
export async function react(ctx: Ctx, message: Message, reaction: Reaction) {
  const others = message.reactions.filter(one => !(one.fromMe === reaction.fromMe && one.contactId === reaction.contactId))
  const reactions = reaction.type ? [...others, reaction] : others
  await change(ctx, message.id, { reactions })
  announceReaction(ctx, message, reaction)
  return reactions
}

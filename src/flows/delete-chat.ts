import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { chats } from '#modules/chats'
import { purge } from './purge'

/** Deletes a room of colleagues: gone for everybody at once. */
export const deleteChat = (ctx: Ctx, chatId: number) =>
  transaction(ctx, async ctx => {
    await chats.remove(ctx, chatId)
    await jobs.enqueue(ctx, purge, { chatId })
  })

/** Leaves a room; the last one takes it along. */
export const leaveChat = (ctx: Ctx, chatId: number) =>
  transaction(ctx, async ctx => {
    if (await chats.leave(ctx, chatId)) await jobs.enqueue(ctx, purge, { chatId })
  })

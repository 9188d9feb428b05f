import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { users } from '#modules/users'
import { leaveChatsSome, purge, TOLD } from './purge'
import { giveBackSome } from './tickets/give-back'

/** Deletes a user: gone for everybody at once. The tickets that were open with that person wait for another, the first with the answer. */
export const deleteUser = (ctx: Ctx, userId: number) =>
  transaction(ctx, async ctx => {
    await users.remove(ctx, userId)
    await giveBackSome(ctx, userId, TOLD)
    await leaveChatsSome(ctx, userId)
    await jobs.enqueue(ctx, purge, { userId })
  })

import { transaction, type Ctx } from '#kernel/context'
import { users } from '#modules/users'
import { giveBackAll } from './tickets/give-back'

/** Deletes a user; the tickets that were open with that person wait for another. */
export const deleteUser = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    await giveBackAll(ctx, id)
    await users.remove(ctx, id)
  })

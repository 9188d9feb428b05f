import { transaction, type Ctx } from '#kernel/context'
import { tickets } from '#modules/tickets'
import { users } from '#modules/users'

/** Deletes a user; the tickets that were open with that person wait for another. */
export const deleteUser = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    await tickets.release(ctx, id)
    await users.remove(ctx, id)
  })

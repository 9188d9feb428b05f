import { transaction, type Ctx } from '#kernel/context'
import { tickets, type AuthorizedTicket } from '#modules/tickets'
import { move, type Target } from './move'

/** A ticket waits again, with nobody, in its queue or in another. */
export const giveBack = (ctx: Ctx, ticket: AuthorizedTicket, to: Target = {}) =>
  transaction(ctx, async ctx => move(ctx, await tickets.reload(ctx, ticket), { ...to, status: 'pending', userId: null, closedAt: null }))

/** What somebody who leaves has open waits for others. */
export async function giveBackAll(ctx: Ctx, userId: number) {
  for (const ticket of await tickets.openOf(ctx, userId)) await giveBack(ctx, ticket)
}

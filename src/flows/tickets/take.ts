import { transaction, type Ctx } from '#kernel/context'
import { must } from '#modules/rights'
import { NOT_HANDED_OVER, tickets, type AuthorizedTicket } from '#modules/tickets'
import { move, type Target } from './move'

/** Whoever asks has the open ticket from now on. From a colleague only leaders take one, and whoever handed it to them, back. */
export const take = (ctx: Ctx, ticket: AuthorizedTicket, to: Target = {}) =>
  transaction(ctx, async ctx => {
    const before = await tickets.reload(ctx, ticket)
    const isColleagues = before.userId !== null && before.userId !== ctx.actor.userId
    if (isColleagues && !(await tickets.mayTakeBack(ctx, before))) must(ctx.actor, 'tickets:showAll')
    return move(ctx, before, { ...to, status: 'open', userId: ctx.actor.userId, closedAt: null, ...NOT_HANDED_OVER })
  })

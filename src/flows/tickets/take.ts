import { transaction, type Ctx } from '#kernel/context'
import { must } from '#modules/rights'
import { tickets, type AuthorizedTicket } from '#modules/tickets'
import { move, type Target } from './move'

/** Whoever asks has the open ticket from now on. From a colleague only leaders take one. */
export const take = (ctx: Ctx, ticket: AuthorizedTicket, to: Target = {}) =>
  transaction(ctx, async ctx => {
    const before = await tickets.reload(ctx, ticket)
    if (before.userId !== null && before.userId !== ctx.actor.userId) must(ctx.actor, 'tickets:showAll')
    return move(ctx, before, { ...to, status: 'open', userId: ctx.actor.userId, closedAt: null, transferred: false })
  })

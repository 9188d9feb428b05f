import { transaction, type Ctx } from '#kernel/context'
import { NOT_HANDED_OVER, tickets, WITHOUT_BOT, type AuthorizedTicket } from '#modules/tickets'
import { mustBeFree } from './conflict'
import { greet } from './greeting'
import { move, type Target } from './move'

/** Whoever asks takes a waiting ticket from its queue and from any robot, and greets the customer. Idempotent. */
export const accept = (ctx: Ctx, ticket: AuthorizedTicket, to: Target = {}) =>
  transaction(ctx, async ctx => {
    const before = await tickets.reload(ctx, ticket)
    await mustBeFree(ctx, before)
    const { userId } = ctx.actor
    if (before.status === 'open' && before.userId === userId) return move(ctx, before, to)
    const after = await move(ctx, before, { ...to, status: 'open', userId, closedAt: null, ...NOT_HANDED_OVER, ...WITHOUT_BOT })
    await greet(ctx, after)
    return after
  })

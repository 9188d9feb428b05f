import { transaction, type Ctx } from '#kernel/context'
import { tickets, WITHOUT_BOT, type AuthorizedTicket } from '#modules/tickets'
import { move, type Target } from './move'

/** A ticket goes to a person, to another queue or to another connection. With a person it is open, and no robot's. */
export const transfer = (ctx: Ctx, ticket: AuthorizedTicket, { userId, ...to }: Target & { userId?: number }) =>
  transaction(ctx, async ctx => {
    const before = await tickets.reload(ctx, ticket)
    if (userId === undefined) return move(ctx, before, to)
    return move(ctx, before, { ...to, status: 'open', userId, closedAt: null, ...(before.status !== 'open' && WITHOUT_BOT) })
  })

import { transaction, type Ctx } from '#kernel/context'
import { tickets, WITHOUT_BOT, type AuthorizedTicket } from '#modules/tickets'
import { move, type Target } from './move'

/** A closed ticket goes on, with who reopens it or with who is named. */
export const reopen = (ctx: Ctx, ticket: AuthorizedTicket, { userId, ...to }: Target & { userId?: number | null } = {}) =>
  transaction(ctx, async ctx => {
    const before = await tickets.reload(ctx, ticket)
    const owner = userId ?? ctx.actor.userId
    return move(ctx, before, {
      ...to,
      status: 'open',
      userId: owner,
      closedAt: null,
      transferred: owner !== ctx.actor.userId,
      ...WITHOUT_BOT,
    })
  })

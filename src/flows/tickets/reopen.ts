import { transaction, type Ctx } from '#kernel/context'
import { NOT_HANDED_OVER, tickets, WITHOUT_BOT, type AuthorizedTicket } from '#modules/tickets'
import { move, type Target } from './move'

/** A closed ticket goes on, with who reopens it or with who is named, to whom that is news unless it only comes back. */
export const reopen = (
  ctx: Ctx,
  ticket: AuthorizedTicket,
  { userId, comesBack, ...to }: Target & { userId?: number | null; comesBack?: boolean } = {},
) =>
  transaction(ctx, async ctx => {
    const before = await tickets.reload(ctx, ticket)
    const owner = userId ?? ctx.actor.userId
    return move(ctx, before, {
      ...to,
      status: 'open',
      userId: owner,
      closedAt: null,
      ...(owner === ctx.actor.userId || comesBack ? NOT_HANDED_OVER : { transferred: true, transferredBy: ctx.actor.userId }),
      ...WITHOUT_BOT,
    })
  })

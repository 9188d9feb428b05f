import { transaction, type Ctx } from '#kernel/context'
import { tickets, WITHOUT_BOT, type AuthorizedTicket } from '#modules/tickets'
import { move, type Target } from './move'
import { tellTransfer } from './transfer-notice'

/** A ticket goes to a person, to another queue or to another connection, and the customer hears of it. With a person it is open, and no robot's. */
export const transfer = (ctx: Ctx, ticket: AuthorizedTicket, { userId, ...to }: Target & { userId?: number }) =>
  transaction(ctx, async ctx => {
    const before = await tickets.reload(ctx, ticket)
    const after = await move(ctx, before, userId === undefined ? to : { ...to, ...heldBy(userId, before) })
    await tellTransfer(ctx, before, after)
    return after
  })

const heldBy = (userId: number, before: AuthorizedTicket) => ({
  status: 'open' as const,
  userId,
  closedAt: null,
  transferred: userId !== before.userId || before.transferred,
  ...(before.status !== 'open' && WITHOUT_BOT),
})

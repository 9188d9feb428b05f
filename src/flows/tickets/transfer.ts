import { transaction, type Ctx } from '#kernel/context'
import { NOT_HANDED_OVER, tickets, WITHOUT_BOT, type AuthorizedTicket } from '#modules/tickets'
import { HANDED_TO_AGENT } from '../take-from-robot'
import { move, type Target } from './move'
import { tellTransfer } from './transfer-notice'

/**
 * A ticket goes to a person, to another queue or to another connection, and the customer hears of it. With a person it is open, and no
 * robot's. One that only comes back to who had it is news to nobody.
 */
export const transfer = (
  ctx: Ctx,
  ticket: AuthorizedTicket,
  { userId, comesBack, ...to }: Target & { userId?: number; comesBack?: boolean },
) =>
  transaction(ctx, async ctx => {
    const before = await tickets.reload(ctx, ticket)
    const held = userId === undefined ? {} : heldBy(ctx, userId, before, comesBack)
    const after = await move(ctx, before, { ...to, ...handedOver(ctx, before, to), ...held })
    if (!comesBack) await tellTransfer(ctx, before, after)
    return after
  })

/**
 * Who was in a menu, or whom a person takes from a robot by moving them: what the queue offers where they come to was never offered to them,
 * and what they write next is for a person. A robot that hands a conversation on says itself who has it then.
 */
export function handedOver({ actor }: Ctx, before: AuthorizedTicket, { queueId }: Target) {
  const isMoved = queueId !== undefined && queueId !== before.queueId
  const isLed = before.chatbot || (before.useIntegration && actor.userId !== null)
  return isMoved && isLed ? { ...HANDED_TO_AGENT, queueOptionId: null } : undefined
}

const heldBy = ({ actor }: Ctx, userId: number, before: AuthorizedTicket, comesBack = false) => ({
  status: 'open' as const,
  userId,
  closedAt: null,
  ...(userId !== before.userId && (comesBack ? NOT_HANDED_OVER : { transferred: true, transferredBy: actor.userId })),
  ...(before.status !== 'open' && WITHOUT_BOT),
})

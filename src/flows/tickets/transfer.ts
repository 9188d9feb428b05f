import { transaction, type Ctx } from '#kernel/context'
import { tickets, WITHOUT_BOT, type AuthorizedTicket } from '#modules/tickets'
import { move, type Target } from './move'
import { tellTransfer } from './transfer-notice'

/** A ticket goes to a person, to another queue or to another connection, and the customer hears of it. With a person it is open, and no robot's. */
export const transfer = (ctx: Ctx, ticket: AuthorizedTicket, { userId, ...to }: Target & { userId?: number }) =>
  transaction(ctx, async ctx => {
    const before = await tickets.reload(ctx, ticket)
    const held = userId === undefined ? {} : heldBy(userId, before)
    const after = await move(ctx, before, { ...to, ...(isLed(before, to) && WITHOUT_MENU), ...held })
    await tellTransfer(ctx, before, after)
    return after
  })

/** What the queue offers where they come to was never offered to them: what they write next is for a person. */
const isLed = (before: AuthorizedTicket, { queueId }: Target) => before.chatbot && queueId !== undefined && queueId !== before.queueId
const WITHOUT_MENU = { chatbot: false, queueOptionId: null, useIntegration: false }

const heldBy = (userId: number, before: AuthorizedTicket) => ({
  status: 'open' as const,
  userId,
  closedAt: null,
  transferred: userId !== before.userId || before.transferred,
  ...(before.status !== 'open' && WITHOUT_BOT),
})

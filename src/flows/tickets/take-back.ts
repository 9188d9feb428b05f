import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { messages } from '#modules/messages'
import { tickets, type AuthorizedTicket } from '#modules/tickets'
import { trackings } from '#modules/trackings'

/** For who undoes what they handed to a colleague: while the colleague made nothing of it, whoever it is that takes it back. */
export async function loadUntouched(ctx: Ctx, id: number): Promise<AuthorizedTicket> {
  const ticket = await tickets.loadToTakeBack(ctx, id)
  const { actor } = ctx
  const { userId, transferredBy, snoozedAt } = ticket
  if (transferredBy === null || transferredBy !== actor.userId || userId === null || userId === actor.userId) return ticket
  const since = await trackings.begunAt(ctx, id)
  if (snoozedAt || (since && (await messages.isAnsweredSince(ctx, id, since)))) throw new AppError('ERR_TAKE_BACK_LATE', 409)
  return ticket
}

import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { messages } from '#modules/messages'
import type { AuthorizedTicket } from '#modules/tickets'

/** The newest message that was on screen, or when the row was touched last that was. */
export type Seen = { seen?: string | null; seenAt?: Date | null; evenRead?: boolean }

/** What the customer wrote meanwhile is read before the ticket leaves who acts on it; who says nothing of what they saw is not asked. */
export async function mustBeRead(ctx: Ctx, ticket: AuthorizedTicket, { seen, seenAt, evenRead }: Seen) {
  const isNewer =
    (seen && (await messages.isFollowedUid(ctx, ticket.id, seen))) ||
    (seenAt && ticket.updatedAt > seenAt && (await messages.isWrittenSince(ctx, ticket.id, seenAt, evenRead)))
  if (isNewer) throw new AppError('ERR_TICKET_WRITTEN', 409)
}

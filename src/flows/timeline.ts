import type { Ctx } from '#kernel/context'
import { messages, type Beside, type MessagePage } from '#modules/messages'
import { ticketActivities, type Span } from '#modules/ticket-activities'
import { ticketNotes } from '#modules/ticket-notes'
import { tickets, type AuthorizedTicket } from '#modules/tickets'

/** The stretch of time of a page, up to what stands beside it: what happened between two pages is on one of them. */
async function spanOf(ctx: Ctx, page: MessagePage, { before, after }: Beside): Promise<Span> {
  const [first, last] = [page.messages[0], page.messages.at(-1)]
  return {
    from: after ? await messages.timeOf(ctx, after) : page.hasMore && first ? new Date(first.createdAt) : undefined,
    until: before ? await messages.timeOf(ctx, before) : 'hasNewer' in page && page.hasNewer && last ? new Date(last.createdAt) : undefined,
  }
}

/** What stands between the messages of a page: what was done with the tickets, and what the team noted down. */
export async function timeline(ctx: Ctx, ticket: AuthorizedTicket, page: MessagePage, beside: Beside) {
  const [span, seen] = await Promise.all([spanOf(ctx, page, beside), tickets.ofContact(ctx, ticket.contactId)])
  const ids = [...new Set([ticket.id, ...seen.map(({ id }) => id)])]
  const [activities, notes] = await Promise.all([ticketActivities.during(ctx, ids, span), ticketNotes.during(ctx, ticket.contactId, span)])
  return { activities, notes }
}

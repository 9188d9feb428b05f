import type { Ctx } from '#kernel/context'
import { ticketBots } from '#modules/ticket-bots'
import { tickets, type AuthorizedTicket } from '#modules/tickets'

/** What a ticket is without its robot. */
export const HANDED_TO_AGENT = { useIntegration: false, chatbot: false, integrationId: null, promptId: null }

/**
 * A person writes, so the robot has the conversation no more. Part of the transaction that stores the person's message, and that has read
 * the ticket: what the robot would say after it finds the conversation gone.
 */
export async function takeFromRobot(ctx: Ctx, ticket: AuthorizedTicket): Promise<AuthorizedTicket> {
  await ticketBots.end(ctx, [ticket.id])
  return ticket.useIntegration || ticket.chatbot ? tickets.patch(ctx, ticket, HANDED_TO_AGENT) : ticket
}

import type { Ctx } from '#kernel/context'
import { tickets, type Ticket } from '#modules/tickets'

/** What a ticket is without its robot. */
export const HANDED_TO_AGENT = { useIntegration: false, chatbot: false, integrationId: null }

/**
 * A person writes, so the robot has the conversation no more. Part of the transaction that stores the person's message: what the robot
 * would say after it finds the conversation gone.
 */
export async function takeFromRobot(ctx: Ctx, ticket: Ticket): Promise<Ticket> {
  const { useIntegration } = await tickets.load(ctx, ticket.id)
  if (!useIntegration) return ticket
  await tickets.patch(ctx, ticket.id, HANDED_TO_AGENT)
  return { ...ticket, ...HANDED_TO_AGENT }
}

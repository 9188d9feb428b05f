import type { Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import { contacts } from '../contacts'
import { integrations } from '../integrations'
import { queues } from '../queues'
import { ticketBots } from '../ticket-bots'
import type { AuthorizedTicket } from './authorized'
import { shownTickets, type ShownTicket } from './list'

/** Tickets in the form of the contract; those that are gone are left out. */
export const views = (ctx: Ctx, tickets: AuthorizedTicket[]): Promise<ShownTicket[]> =>
  shownTickets(
    ctx,
    tickets.map(ticket => ticket.id),
  )

export async function view(ctx: Ctx, ticket: AuthorizedTicket): Promise<ShownTicket> {
  const [shown] = await views(ctx, [ticket])
  if (!shown) throw notFound('ticket')
  return shown
}

/** With what only a single ticket shows: facts of the contact, who answers for the queue, and which robot has it, and why. */
export async function details(ctx: Ctx, ticket: AuthorizedTicket) {
  const shown = await view(ctx, ticket)
  const extraInfo = await contacts.fieldsOf(ctx, shown.contactId)
  const answers = shown.queueId && (await queues.load(ctx, shown.queueId)).integrationId
  const found = answers ? await integrations.find(ctx, answers) : undefined
  const queueIntegrations = found ? { id: found.id, name: found.name, type: found.type } : null
  const { holder, reason, pausedUntil } = await ticketBots.of(ctx, ticket.id)
  const bot = { holder, reason, pausedUntil }
  return {
    ...shown,
    bot,
    contact: { ...shown.contact, extraInfo },
    queue: shown.queue && { ...shown.queue, prompt: [], queueIntegrations },
  }
}

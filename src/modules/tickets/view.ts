import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import { prepared } from '#kernel/storage/prepared'
import { contacts } from '../contacts'
import { integrations } from '../integrations/schema'
import { queues } from '../queues'
import { queues as queueTable } from '../queues/schema'
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

/** With the whole of its contact and queue, as clients read what they opened. */
export async function opened(ctx: Ctx, ticket: AuthorizedTicket) {
  const shown = await view(ctx, ticket)
  const [contact, queue] = await Promise.all([contacts.get(ctx, shown.contactId), shown.queueId ? queues.get(ctx, shown.queueId) : null])
  return { ...shown, contact: { ...contact, ...shown.contact }, queue }
}

const queueIntegration = prepared(db =>
  db
    .select({ id: integrations.id, name: integrations.name, type: integrations.type })
    .from(queueTable)
    .innerJoin(integrations, and(eq(integrations.id, queueTable.integrationId), eq(integrations.companyId, queueTable.companyId)))
    .where(and(eq(queueTable.companyId, sql.placeholder('companyId')), eq(queueTable.id, sql.placeholder('id'))))
    .prepare(),
)

/** With what only a single ticket shows: facts of the contact, who answers for the queue, and which robot has it, and why. */
export async function details(ctx: Ctx, ticket: AuthorizedTicket) {
  const shown = await view(ctx, ticket)
  const extraInfo = await contacts.fieldsOf(ctx, shown.contactId)
  const [queueIntegrations = null] = await queueIntegration(ctx.db).all({ companyId: ctx.companyId, id: shown.queueId })
  const { holder, reason, pausedUntil } = await ticketBots.of(ctx, ticket.id)
  const bot = { holder, reason, pausedUntil }
  return {
    ...shown,
    bot,
    contact: { ...shown.contact, extraInfo },
    queue: shown.queue && { ...shown.queue, prompt: [], queueIntegrations },
  }
}

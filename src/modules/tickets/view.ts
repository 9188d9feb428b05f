import type { Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import { contacts } from '../contacts'
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

/** With what only a single ticket shows of its contact. */
export async function details(ctx: Ctx, ticket: AuthorizedTicket) {
  const shown = await view(ctx, ticket)
  return { ...shown, contact: { ...shown.contact, extraInfo: await contacts.fieldsOf(ctx, shown.contactId) } }
}

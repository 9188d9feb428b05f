import { transaction, type Ctx } from '#kernel/context'
import { contacts } from '#modules/contacts'
import { tickets } from '#modules/tickets'
import { deleteTicket } from './tickets/delete'

/** Deletes a contact, and with it the tickets and all that was said in them. */
export const deleteContact = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    for (const ticket of await tickets.ofContact(ctx, id)) await deleteTicket(ctx, ticket)
    await contacts.remove(ctx, id)
  })

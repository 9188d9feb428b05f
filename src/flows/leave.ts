import { transaction, type Ctx } from '#kernel/context'
import { contacts } from '#modules/contacts'
import { tickets } from '#modules/tickets'
import { users } from '#modules/users'

/** Deletes a user; the tickets that were open with that person wait for another. */
export const removeUser = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    await tickets.release(ctx, id)
    await users.remove(ctx, id)
  })

/** Deletes a contact, and with it the tickets and all that was said in them. */
export const removeContact = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    for (const ticket of await tickets.ofContact(ctx, id)) await tickets.remove(ctx, ticket.id)
    await contacts.remove(ctx, id)
  })

import { transaction, type Ctx } from '#kernel/context'
import { tickets, type AuthorizedTicket } from '#modules/tickets'

/** Deletes a ticket and all that was said in it. */
export const deleteTicket = (ctx: Ctx, ticket: AuthorizedTicket) => transaction(ctx, ctx => tickets.remove(ctx, ticket))

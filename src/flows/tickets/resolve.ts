import { transaction, type Ctx } from '#kernel/context'
import { connections } from '#modules/connections'
import { tickets, type AuthorizedTicket } from '#modules/tickets'
import { askRating } from '../conversation/rating'
import { say } from '../say'
import { close } from './close'

/** Ends a conversation, with the connection's farewell unless it shall just close; who is asked for a rating hears it with their answer. Idempotent: what has ended already says nothing again. */
export const resolve = (ctx: Ctx, ticket: AuthorizedTicket, { farewell = true } = {}) =>
  transaction(ctx, async ctx => {
    const before = await tickets.reload(ctx, ticket)
    const [closed] = await close(ctx, [before])
    if (!closed) return before
    if (farewell && !(await askRating(ctx, closed))) await sayFarewell(ctx, closed)
    return closed
  })

/** A group goes on without us, and hears no farewell. */
async function sayFarewell(ctx: Ctx, ticket: AuthorizedTicket) {
  if (ticket.isGroup || !ticket.whatsappId) return
  const { complationMessage } = await connections.load(ctx, ticket.whatsappId)
  if (complationMessage.trim()) await say(ctx, ticket, { text: complationMessage })
}

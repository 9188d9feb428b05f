import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { pageOf } from '#kernel/storage/page-ids'
import { tickets, type AuthorizedTicket } from '../tickets'
import { withReactions } from './reactions'
import { messages as table } from './schema'
import { shownById } from './shape'

const PAGE = 20

/** A page of a ticket's messages; with the history, of all that was said with its contact. */
export async function list(ctx: Ctx, ticket: AuthorizedTicket, pageNumber: number, history: boolean) {
  const where = history ? await conversation(ctx, ticket) : eq(table.ticketId, ticket.id)
  const { ids, ...rest } = await pageOf(ctx, table, { where, orderBy: 'id desc', size: PAGE, pageNumber })
  return { messages: withReactions(await shownById(ctx, ids)), ...rest }
}

/** The messages of a contact in all its tickets, as far as the actor sees them. */
async function conversation(ctx: Ctx, { id, contactId }: AuthorizedTicket) {
  if (ctx.actor.profile === 'admin') return eq(table.chatId, contactId)
  const others = (await tickets.ofContact(ctx, contactId)).map(one => one.id)
  return and(eq(table.chatId, contactId), inArray(table.ticketId, [id, ...others]))
}

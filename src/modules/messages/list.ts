import { and, asc, desc, eq, gt, inArray, lt, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { pageOf } from '#kernel/storage/page-ids'
import { tickets, type AuthorizedTicket } from '../tickets'
import { withReactions } from './reactions'
import { messages as table } from './schema'
import { shownById } from './shape'

const PAGE = 20

export type Beside = { around?: string; before?: string; after?: string }

/** A page of a ticket's messages; with the history, of all that was said with its contact. */
export async function list(ctx: Ctx, ticket: AuthorizedTicket, pageNumber: number, history: boolean, beside: Beside = {}) {
  const where = history ? await conversation(ctx, ticket) : eq(table.ticketId, ticket.id)
  if (beside.around ?? beside.before ?? beside.after) return besides(ctx, where, beside)
  const { ids, ...rest } = await pageOf(ctx, table, { where, orderBy: 'id desc', size: PAGE, pageNumber })
  return { messages: withReactions(await shownById(ctx, ids)), ...rest }
}

/** What stands beside a message of the list, by keyset: what came meanwhile moves no page. */
async function besides(ctx: Ctx, where: SQL | undefined, { around, before, after }: Beside) {
  const uid = around ?? before ?? after ?? ''
  const [named] = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), eq(table.uid, uid), where))
  if (!named) throw new AppError('ERR_NO_MESSAGE_FOUND', 404)
  const side = async (beyond: SQL, order: SQL) => {
    const rows = await ctx.db
      .select({ id: table.id })
      .from(table)
      .where(and(where, beyond))
      .orderBy(order)
      .limit(PAGE + 1)
    return { ids: rows.slice(0, PAGE).map(({ id }) => id), isMore: rows.length > PAGE }
  }
  const none = (isMore: boolean) => ({ ids: [], isMore })
  const [older, newer] = await Promise.all([
    (around ?? before) ? side(lt(table.id, named.id), desc(table.id)) : none(true),
    (around ?? after) ? side(gt(table.id, named.id), asc(table.id)) : none(true),
  ])
  const ids = [...older.ids, ...(around ? [named.id] : []), ...newer.ids]
  return { messages: withReactions(await shownById(ctx, ids)), hasMore: older.isMore, hasNewer: newer.isMore }
}

/** The messages of a contact in all its tickets, as far as the actor sees them. */
async function conversation(ctx: Ctx, { id, contactId }: AuthorizedTicket) {
  if (ctx.actor.profile === 'admin') return eq(table.chatId, contactId)
  const others = (await tickets.ofContact(ctx, contactId)).map(one => one.id)
  return and(eq(table.chatId, contactId), inArray(table.ticketId, [id, ...others]))
}

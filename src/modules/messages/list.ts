import { and, asc, desc, eq, gt, gte, inArray, lt, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { pageOf } from '#kernel/storage/page-ids'
import { companies } from '../companies'
import { tickets, type AuthorizedTicket } from '../tickets'
import { withReactions } from './reactions'
import { messages as table } from './schema'
import { shownById } from './shape'

const PAGE = 20

export type Beside = { around?: string; before?: string; after?: string; aroundDate?: string; aroundTime?: Date }

/** A page of a ticket's messages; a date is a civil day where the company is; with the history, of all that was said with its contact, and what earlier tickets it was said in. */
export async function list(ctx: Ctx, ticket: AuthorizedTicket, pageNumber: number, history: boolean, beside: Beside = {}) {
  const where = history ? await conversation(ctx, ticket) : eq(table.ticketId, ticket.id)
  const since = beside.aroundDate ? new Date(companies.dayStart(await companies.get(ctx), beside.aroundDate)) : beside.aroundTime
  const page = since ? await pageSince(ctx, ticket, where, since) : await pageIn(ctx, where, pageNumber, beside)
  if (!history) return page
  const earlier = new Set(page.messages.map(({ ticketId }) => ticketId).filter(id => id !== ticket.id))
  return { ...page, tickets: await tickets.headings(ctx, [...earlier]) }
}

/** What stands around the first message from a time on; after the last one, around that. */
async function pageSince(ctx: Ctx, { contactId }: AuthorizedTicket, where: SQL | undefined, since: Date) {
  // By the time, which the index of the chat has: the id of a message that came late says nothing of it.
  const one = (beyond: SQL, ...order: SQL[]) =>
    ctx.db
      .select({ uid: table.uid })
      .from(table)
      .where(and(eq(table.chatId, contactId), beyond, where))
      .orderBy(...order)
      .limit(1)
  const [first] = await one(gte(table.createdAt, since), asc(table.createdAt), asc(table.id))
  const [found] = first ? [first] : await one(lt(table.createdAt, since), desc(table.createdAt), desc(table.id))
  const page = found ? await besides(ctx, where, { around: found.uid }) : { messages: [], hasMore: false, hasNewer: false }
  return { ...page, aroundId: found?.uid ?? null }
}

async function pageIn(ctx: Ctx, where: SQL | undefined, pageNumber: number, beside: Beside) {
  if (beside.around ?? beside.before ?? beside.after) return besides(ctx, where, beside)
  const { ids, ...rest } = await pageOf(ctx, table, { where, orderBy: 'id desc', size: PAGE, pageNumber })
  return { messages: withReactions(await shownById(ctx, ids)), ...rest }
}

/** The row id of a message that stands in a list. */
export async function rowIdOf(ctx: Ctx, uid: string, where: SQL | undefined): Promise<number> {
  const [named] = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), eq(table.uid, uid), where))
  if (!named) throw new AppError('ERR_NO_MESSAGE_FOUND', 404)
  return named.id
}

/** What stands beside a message of the list, by keyset: what came meanwhile moves no page. */
async function besides(ctx: Ctx, where: SQL | undefined, { around, before, after }: Beside) {
  const named = await rowIdOf(ctx, around ?? before ?? after ?? '', where)
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
    (around ?? before) ? side(lt(table.id, named), desc(table.id)) : none(true),
    (around ?? after) ? side(gt(table.id, named), asc(table.id)) : none(true),
  ])
  const ids = [...older.ids, ...(around ? [named] : []), ...newer.ids]
  return { messages: withReactions(await shownById(ctx, ids)), hasMore: older.isMore, hasNewer: newer.isMore }
}

export type MessagePage = Awaited<ReturnType<typeof list>>

/** The messages of a contact in all its tickets, as far as the actor sees them. */
export async function conversation(ctx: Ctx, { id, contactId }: AuthorizedTicket) {
  if (ctx.actor.profile === 'admin') return eq(table.chatId, contactId)
  const others = (await tickets.ofContact(ctx, contactId)).map(one => one.id)
  return and(eq(table.chatId, contactId), inArray(table.ticketId, [id, ...others]))
}

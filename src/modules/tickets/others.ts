import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import type { AuthorizedTicket } from './authorized'
import { shownTickets } from './shown'
import { tickets as table } from './schema'
import { visible } from './visibility'

const PAGE = 10

/** By what name the last message of each ticket is known: its conversation goes on with later tickets, and is landed in there. */
async function endsOf(ctx: Ctx, ids: number[]) {
  const ends = await ctx.db.all<{ id: number; uid: string | null }>(
    sql`select value id, (select uid from messages where ticket_id = value order by id desc limit 1) uid from json_each(${JSON.stringify(ids)})`,
  )
  return new Map(ends.map(({ id, uid }) => [id, uid]))
}

/** The other tickets of a ticket's contact, newest first, as far as the actor sees them. */
export async function others(ctx: Ctx, { id, contactId }: AuthorizedTicket, before: number | undefined) {
  const rows = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.contactId, contactId),
        sql`+${table.companyId} = ${ctx.companyId}`,
        ne(table.id, id),
        visible(ctx.actor),
        before === undefined ? undefined : lt(table.id, before),
      ),
    )
    .orderBy(desc(table.id))
    .limit(PAGE + 1)
  const page = rows.slice(0, PAGE).map(row => row.id)
  const [shown, ends] = await Promise.all([shownTickets(ctx, page), endsOf(ctx, page)])
  return { tickets: shown.map(ticket => ({ ...ticket, lastMessageId: ends.get(ticket.id) ?? null })), hasMore: rows.length > PAGE }
}

/** What the line above a ticket's messages says, where several tickets stand in one conversation. The caller checked who sees them. */
export const headings = async (ctx: Ctx, ids: number[]) =>
  (await shownTickets(ctx, ids)).map(({ id, status, createdAt, closedAt, queue, user }) => ({
    id,
    status,
    createdAt,
    closedAt,
    queue,
    user,
  }))
export type Heading = Awaited<ReturnType<typeof headings>>[number]

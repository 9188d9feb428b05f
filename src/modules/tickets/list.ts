import { and, count, desc, eq, gt, gte, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { offset } from '#kernel/http'
import { connections } from '../connections/schema'
import { matchingContacts, phrase, shownContact } from '../contacts'
import { contacts } from '../contacts/schema'
import { queues } from '../queues/schema'
import { may } from '../rights'
import { tags } from '../tags'
import { users } from '../users/schema'
import type { TicketQuery } from './body'
import { tickets as table } from './schema'
import { visible } from './visibility'

export type TicketFilter = v.InferOutput<typeof TicketQuery>

const PAGE = 40
const MATCHES = 5000

/** Tickets in the form of the contract, with contact, queue, user, connection and tags, newest change first. */
export async function shownTickets(ctx: Ctx, where: SQL | undefined, limit = 1) {
  const rows = await ctx.db
    .select({
      ticket: table,
      contact: contacts,
      queue: { id: queues.id, name: queues.name, color: queues.color },
      user: { id: users.id, name: users.name },
      whatsapp: { id: connections.id, name: connections.name, status: connections.status },
    })
    .from(table)
    .innerJoin(contacts, eq(contacts.id, table.contactId))
    .leftJoin(queues, eq(queues.id, table.queueId))
    .leftJoin(users, eq(users.id, table.userId))
    .leftJoin(connections, eq(connections.id, table.whatsappId))
    .where(and(eq(table.companyId, ctx.companyId), where))
    .orderBy(desc(table.updatedAt), desc(table.id))
    .limit(limit)
  const tagsById = await tags.ofTickets(
    ctx,
    rows.map(row => row.ticket.id),
  )
  return rows.map(({ ticket, contact, queue, user, whatsapp }) => {
    const { id, name, number, email, profilePicUrl, disableBot, isGroup } = shownContact(ctx, contact)
    return {
      ...ticket,
      contact: { id, name, number, email, profilePicUrl, disableBot, isGroup },
      queue,
      user,
      whatsapp,
      tags: tagsById.get(ticket.id) ?? [],
    }
  })
}
export type ShownTicket = Awaited<ReturnType<typeof shownTickets>>[number]

const dayRange = (column: typeof table.createdAt | typeof table.updatedAt, day: string | undefined) => {
  if (!day) return
  const from = new Date(`${day}T00:00:00Z`)
  return and(gte(column, from), lt(column, new Date(from.getTime() + 24 * 3600 * 1000)))
}

function found(ctx: Ctx, text: string): SQL {
  return sql`${table.id} in (
    select t.id from tickets t where t.contact_id in (${matchingContacts(ctx, text)})
    union select m.ticket_id from messages m where m.id in (select rowid from messages_fts where messages_fts match ${phrase(text)} order by rowid desc limit ${MATCHES}))`
}

function filtered(ctx: Ctx, filter: TicketFilter): SQL | undefined {
  const me = ctx.actor.userId ?? 0
  const wide = filter.showAll && may(ctx.actor, 'tickets:showAll')
  const ofQueues = filter.queueIds?.length ? or(inArray(table.queueId, filter.queueIds), isNull(table.queueId)) : undefined
  const mineOrWaiting = or(eq(table.userId, me), eq(table.status, 'pending'))
  return and(
    eq(table.companyId, ctx.companyId),
    visible(ctx.actor),
    filter.status === 'group'
      ? and(eq(table.isGroup, true), inArray(table.status, ['open', 'pending']))
      : filter.status
        ? eq(table.status, filter.status)
        : undefined,
    filter.withUnreadMessages ? and(mineOrWaiting, gt(table.unreadMessages, 0)) : undefined,
    filter.searchParam
      ? found(ctx, filter.searchParam)
      : wide || filter.status === 'closed' || filter.status === 'group'
        ? undefined
        : mineOrWaiting,
    ofQueues,
    dayRange(table.createdAt, filter.date),
    dayRange(table.updatedAt, filter.updatedAt),
    ...(filter.tags ?? []).map(tagId => sql`exists (select 1 from ticket_tags where ticket_id = ${table.id} and tag_id = ${tagId})`),
    filter.users?.length ? inArray(table.userId, filter.users) : undefined,
  )
}

export async function listTickets(ctx: Ctx, filter: TicketFilter) {
  const where = filtered(ctx, filter)
  const from = offset({ searchParam: '', pageNumber: filter.pageNumber }, PAGE)
  // Ids first, from the index alone: a late page then costs no more joins than the first.
  const [page, [total]] = await Promise.all([
    ctx.db.select({ id: table.id }).from(table).where(where).orderBy(desc(table.updatedAt), desc(table.id)).limit(PAGE).offset(from),
    ctx.db.select({ n: count() }).from(table).where(where),
  ])
  const ids = page.map(ticket => ticket.id)
  const rows = ids.length ? await shownTickets(ctx, inArray(table.id, ids), PAGE) : []
  return { tickets: rows, count: total!.n, hasMore: total!.n > from + rows.length }
}

import { and, eq, gt, gte, inArray, isNull, lt, not, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { pageOf } from '#kernel/storage/page-ids'
import { type JsonOf, jsonPairs, jsonRow, jsonTexts } from '#kernel/storage/json-rows'
import { shapedRows } from '#kernel/storage/row-cache'
import { connections } from '../connections/schema'
import { type Contact, shownContact } from '../contacts'
import { contacts } from '../contacts/schema'
import { queues } from '../queues/schema'
import { may, must, type Right } from '../rights'
import { tags as boardTags } from '../tags'
import { tags, ticketTags } from '../tags/schema'
import { users } from '../users/schema'
import type { BoardQuery, TicketQuery } from './body'
import { tickets as table } from './schema'
import { narrowingOf, newestSuch } from './narrowing'
import { found, type Hit, hitsOf } from './search'
import { hasNoOwner, hasNoQueue } from './trash'
import { visible } from './visibility'

export type TicketFilter = v.InferOutput<typeof TicketQuery>

const PAGE = 40

const named = ['id', 'name']
const CONTACT = ['id', 'name', 'number', 'email', 'picture', 'disableBot', 'isGroup'] as const
const TICKETS = `select json_object(${jsonPairs(table, 't')},
    'contact', json_object(${jsonPairs(contacts, 'c', CONTACT)}),
    'queue', ${jsonRow(queues, 'q', [...named, 'color'])},
    'user', ${jsonRow(users, 'u', named)},
    'whatsapp', ${jsonRow(connections, 'w', [...named, 'status'])},
    'tags', json((select json_group_array(json_object(${jsonPairs(tags, 'g', [...named, 'color'])}, 'TicketTag', json_object(${jsonPairs(ticketTags, 'l')})) order by g.name)
      from ticket_tags l join tags g on g.id = l.tag_id and g.company_id = t.company_id where l.ticket_id = t.id)))
  from tickets t
  join contacts c on c.id = t.contact_id
  left join queues q on q.id = t.queue_id and q.company_id = t.company_id
  left join users u on u.id = t.user_id and u.company_id = t.company_id
  left join connections w on w.id = t.whatsapp_id and w.company_id = t.company_id
  where +t.company_id = ? and t.id in (select value from json_each(?))`

type Named = { id: number; name: string }
type Row = JsonOf<typeof table.$inferSelect> & {
  contact: Pick<Contact, (typeof CONTACT)[number]>
  queue: (Named & { color: string }) | null
  user: Named | null
  whatsapp: (Named & { status: string }) | null
  tags: (Named & { color: string; TicketTag: JsonOf<typeof ticketTags.$inferSelect> })[]
}

const rowsOf = shapedRows<Row>({
  name: 'ticket',
  follows: ['tickets', 'contacts', 'queues', 'users', 'connections', 'tags', { table: 'ticket_tags', of: 'tickets', id: 'row.ticket_id' }],
  partsOf: row => [
    ['tickets', row.id],
    ['contacts', row.contactId],
    ['queues', row.queueId],
    ['users', row.userId],
    ['connections', row.whatsappId],
    ...row.tags.map(({ id }) => ['tags', id] as const),
  ],
})

/** Tickets in the form of the contract, with contact, queue, user, connection and tags, in the order of their ids. */
export async function shownTickets(ctx: Ctx, ids: number[]) {
  const byId = await rowsOf(ctx, ctx.companyId, ids, missing => jsonTexts(ctx.db, TICKETS, [ctx.companyId, JSON.stringify(missing)]))
  return ids.flatMap(id => {
    const ticket = byId.get(id)
    if (!ticket) return []
    const { queue, user } = ticket
    return [{ ...ticket, queueId: queue?.id ?? null, userId: user?.id ?? null, contact: shownContact(ctx, ticket.contact) }]
  })
}
/** With `hits` where it was searched for: its messages that say the words. */
export type ShownTicket = Awaited<ReturnType<typeof shownTickets>>[number] & { hits?: Hit[]; hitCount?: number }

const dayRange = (column: typeof table.createdAt | typeof table.updatedAt, day: string | undefined) => {
  if (!day) return
  const from = new Date(`${day}T00:00:00Z`)
  return and(gte(column, from), lt(column, new Date(from.getTime() + 24 * 3600 * 1000)))
}

/** The right that a list asks for. */
const BY_RIGHT: Partial<Record<string, Right>> = { closed: 'tickets:closed', group: 'tickets:groups' }

/** Of the queues that are asked for, and without those that are left out; a ticket without a queue is of all. */
const ofQueues = ({ queueIds, exceptQueueIds }: Pick<TicketFilter, 'queueIds' | 'exceptQueueIds'>) =>
  and(
    queueIds?.length ? or(inArray(table.queueId, queueIds), hasNoQueue) : undefined,
    exceptQueueIds?.length ? or(notInArray(table.queueId, exceptQueueIds), hasNoQueue) : undefined,
  )
const ofUsers = (ids: number[] | undefined) => (ids?.length ? and(inArray(table.userId, ids), not(hasNoOwner)) : undefined)
// What a search found is looked up by its ids; an index of the company would be read to its end.
const ofCompany = (ctx: Ctx, isSearch: unknown) =>
  isSearch ? sql`+${table.companyId} = ${ctx.companyId}` : eq(table.companyId, ctx.companyId)

/** Words, or what a message must be. */
async function searched(ctx: Ctx, filter: TicketFilter): Promise<SQL | undefined> {
  const narrowing = await narrowingOf(ctx, filter)
  if (filter.searchParam) return found(ctx, filter.searchParam, narrowing)
  return narrowing && newestSuch(ctx, filter, narrowing)
}

async function filtered(ctx: Ctx, filter: TicketFilter): Promise<SQL | undefined> {
  const right = BY_RIGHT[filter.status ?? '']
  if (right) must(ctx.actor, right)
  const me = ctx.actor.userId ?? 0
  // A search for a tag, a person or a queue is one over all that may be seen.
  const isSearch = !filter.status && Boolean(filter.tags?.length || filter.users?.length || filter.queues?.length)
  const wide = isSearch || (filter.showAll && may(ctx.actor, 'tickets:showAll')) || filter.status === 'closed' || filter.status === 'group'
  const own = eq(table.userId, me)
  const search = await searched(ctx, filter)
  const mineOrWaiting = filter.status === 'open' ? own : filter.status === 'pending' ? undefined : or(own, eq(table.status, 'pending'))
  return and(
    ofCompany(ctx, search),
    visible(ctx.actor),
    filter.status === 'group'
      ? and(eq(table.isGroup, true), inArray(table.status, ['open', 'pending']))
      : filter.status
        ? eq(table.status, filter.status)
        : may(ctx.actor, 'tickets:closed')
          ? undefined
          : sql`+${table.status} <> 'closed'`,
    filter.snoozed === undefined ? undefined : sql`${table.snoozedAt} is ${sql.raw(filter.snoozed ? 'not null' : 'null')}`,
    filter.withUnreadMessages ? and(mineOrWaiting, gt(table.unreadMessages, 0)) : undefined,
    search ?? (wide ? undefined : mineOrWaiting),
    filter.queues?.length ? and(inArray(table.queueId, filter.queues), not(hasNoQueue)) : undefined,
    ofQueues(filter),
    dayRange(table.createdAt, filter.date),
    dayRange(table.updatedAt, filter.updatedAt),
    ...(filter.tags ?? []).map(
      tagId => sql`exists (select 1 from ticket_tags l join tags g on g.id = l.tag_id
        where l.ticket_id = ${table.id} and l.tag_id = ${tagId} and g.company_id = ${ctx.companyId})`,
    ),
    ofUsers(filter.users),
  )
}

const ORDERS = {
  newest: 'updated_at desc, id desc',
  oldest: 'updated_at, id',
  waiting: 'waiting_since is null, waiting_since, id',
  /** Who wrote last stands first. */
  unanswered: 'waiting_since is null, waiting_since desc, id desc',
  snoozed: 'snoozed_until is null, snoozed_until, id',
}

export async function listTickets(ctx: Ctx, filter: TicketFilter) {
  const { ids, ...rest } = await pageOf(ctx, table, {
    where: await filtered(ctx, filter),
    orderBy: ORDERS[filter.order],
    size: PAGE,
    pageNumber: filter.pageNumber,
  })
  const [tickets, hits] = await Promise.all([shownTickets(ctx, ids), hitsOf(ctx, filter.searchParam, await narrowingOf(ctx, filter), ids)])
  return { tickets: tickets.map((ticket): ShownTicket => ({ ...ticket, ...hits?.get(ticket.id) })), ...rest }
}

/** In a lane by its tag, or in none by 0. Who has several, since a tag was made a lane later, stands in the first of them. */
async function inLane(ctx: Ctx, lane: number): Promise<SQL | undefined> {
  const lanes = (await boardTags.board(ctx)).map(({ id }) => id)
  // The few tags of a ticket are walked: by the index each lane would be looked for.
  const has = (ids: number[]) => sql`exists (select 1 from ticket_tags l where l.ticket_id = ${table.id} and +l.tag_id in ${ids})`
  const isBehind = lanes.slice(0, Math.max(0, lanes.indexOf(lane)))
  if (lane) return and(has(lanes.includes(lane) ? [lane] : []), isBehind.length ? not(has(isBehind)) : undefined)
  return lanes.length ? not(has(lanes)) : undefined
}

/** Every open or waiting ticket that the actor sees and nobody put aside, whoever has it; by lane, so that each has a count and pages of its own. */
export async function listBoard(ctx: Ctx, filter: v.InferOutput<typeof BoardQuery>) {
  const { lane, searchParam, pageNumber } = filter
  const { ids, ...rest } = await pageOf(ctx, table, {
    where: and(
      ofCompany(ctx, searchParam),
      visible(ctx.actor),
      inArray(table.status, ['open', 'pending']),
      isNull(table.snoozedAt),
      searchParam ? await found(ctx, searchParam) : undefined,
      ofQueues(filter),
      ofUsers(filter.users),
      lane === undefined ? undefined : await inLane(ctx, lane),
    ),
    orderBy: ORDERS.newest,
    size: PAGE,
    pageNumber,
  })
  return { tickets: await shownTickets(ctx, ids), ...rest }
}

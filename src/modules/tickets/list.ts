import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, not, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { jsonWith } from '#kernel/storage/json-rows'
import { pageOf } from '#kernel/storage/page-ids'
import { companies } from '../companies'
import { may, must, type Right } from '../rights'
import { tags as boardTags } from '../tags'
import type { BoardQuery, TicketQuery } from './body'
import { tickets as table } from './schema'
import { type Narrowing, narrowingOf, newestMatching } from './narrowing'
import { found, hitTexts } from './search'
import { ticketTexts } from './shown'
import { hasNoOwner, hasNoQueue } from './trash'
import { visible } from './visibility'

type TicketFilter = v.InferOutput<typeof TicketQuery>

const PAGE = 40

const goesOn = inArray(table.status, ['open', 'pending'])
/** The few that go on are gathered and sorted: through an index of their order all that ever ended would be read. */
const gathered = (order: string) => order.replace('updated_at', '+updated_at')

/** A day of the company. */
async function dayRange(ctx: Ctx, column: typeof table.createdAt | typeof table.updatedAt, day: string | undefined) {
  if (!day) return
  const company = await companies.get(ctx)
  const [from, to] = [day, companies.later(day, 1)].map(date => new Date(companies.dayStart(company, date))) as [Date, Date]
  return and(gte(column, from), lt(column, to))
}

/** The right that a list asks for. */
const BY_RIGHT: Partial<Record<string, Right>> = { closed: 'tickets:closed', group: 'tickets:groups' }

export type OfQueues = Pick<TicketFilter, 'queueIds' | 'exceptQueueIds'>
/** Of the queues that are asked for, and without those that are left out; a ticket without a queue is of all. */
export const ofQueues = ({ queueIds, exceptQueueIds }: OfQueues) =>
  and(
    queueIds?.length ? or(inArray(table.queueId, queueIds), hasNoQueue) : undefined,
    exceptQueueIds?.length ? or(notInArray(table.queueId, exceptQueueIds), hasNoQueue) : undefined,
  )
const ofUsers = (ids: number[] | undefined) => (ids?.length ? and(inArray(table.userId, ids), not(hasNoOwner)) : undefined)
// What a search found is looked up by its ids; an index of the company would be read to its end.
const ofCompany = (ctx: Ctx, isSearch: unknown) =>
  isSearch ? sql`+${table.companyId} = ${ctx.companyId}` : eq(table.companyId, ctx.companyId)

const notEnded = (isSearch: unknown) => (isSearch ? sql`+${table.status} <> 'closed'` : goesOn)

/** Words, or what a message must be. */
async function searched(ctx: Ctx, filter: TicketFilter, narrowing: Narrowing | undefined): Promise<SQL | undefined> {
  if (filter.searchParam) return found(ctx, filter.searchParam, narrowing)
  return narrowing && newestMatching(ctx, filter, narrowing)
}

async function filtered(ctx: Ctx, filter: TicketFilter, narrowing: Narrowing | undefined): Promise<SQL | undefined> {
  const right = BY_RIGHT[filter.status ?? '']
  if (right) must(ctx.actor, right)
  const me = ctx.actor.userId ?? 0
  // A search for a tag, a person or a queue is one over all that may be seen.
  const isSearch = !filter.status && Boolean(filter.tags?.length || filter.users?.length || filter.queues?.length)
  const wide = isSearch || (filter.showAll && may(ctx.actor, 'tickets:showAll')) || filter.status === 'closed' || filter.status === 'group'
  const own = eq(table.userId, me)
  const search = await searched(ctx, filter, narrowing)
  const mineOrWaiting = filter.status === 'open' ? own : filter.status === 'pending' ? undefined : or(own, eq(table.status, 'pending'))
  const unopened = and(own, eq(table.status, 'open'), or(eq(table.transferred, true), isNotNull(table.returnedBy)))
  return and(
    ofCompany(ctx, search),
    visible(ctx.actor),
    filter.status === 'group'
      ? and(eq(table.isGroup, true), goesOn)
      : filter.status
        ? eq(table.status, filter.status)
        : may(ctx.actor, 'tickets:closed')
          ? undefined
          : notEnded(search),
    filter.snoozed === undefined ? undefined : sql`${table.snoozedAt} is ${sql.raw(filter.snoozed ? 'not null' : 'null')}`,
    filter.unanswered ? sql`waiting_since is null = 0` : undefined,
    filter.withUnreadMessages
      ? and(
          mineOrWaiting,
          or(gt(table.unreadMessages, 0), filter.orUnopened ? unopened : undefined),
          filter.status ? sql`+${table.status} <> 'closed'` : notEnded(search),
        )
      : undefined,
    search ?? (wide ? undefined : mineOrWaiting),
    filter.queues?.length ? and(inArray(table.queueId, filter.queues), not(hasNoQueue)) : undefined,
    ofQueues(filter),
    await dayRange(ctx, table.createdAt, filter.date),
    await dayRange(ctx, table.updatedAt, filter.updatedAt),
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

/** Joined once: a text of joined texts is copied once more when it is read. */
function pageText(texts: string[], { count, hasMore }: { count: number; hasMore: boolean }) {
  const [head, tail] = ['{"tickets":[', `],"count":${count},"hasMore":${hasMore}}`]
  const last = texts.length - 1
  const ends = (text: string, i: number) => (i && i < last ? text : `${i ? '' : head}${text}${i === last ? tail : ''}`)
  return texts.length ? texts.map(ends).join() : head + tail
}

/** A page of tickets as JSON. */
export async function listTickets(ctx: Ctx, filter: TicketFilter): Promise<string> {
  const order = ORDERS[filter.order]
  const narrowing = await narrowingOf(ctx, filter)
  const isOfFew = !filter.status && (filter.withUnreadMessages || !may(ctx.actor, 'tickets:closed'))
  const { ids, ...rest } = await pageOf(ctx, table, {
    where: await filtered(ctx, filter, narrowing),
    orderBy: isOfFew ? gathered(order) : order,
    size: PAGE,
    pageNumber: filter.pageNumber,
    sorts: Boolean(filter.searchParam || narrowing),
  })
  const [tickets, hits] = await Promise.all([ticketTexts(ctx, ids), hitTexts(ctx, filter.searchParam, narrowing, ids)])
  return pageText(
    tickets.map(({ id, text }) => (hits ? jsonWith(text, hits.get(id)!) : text)),
    rest,
  )
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

/** Every open or waiting ticket that the actor sees and nobody put aside, whoever has it; by lane, so that each has a count and pages of its own. As JSON. */
export async function listBoard(ctx: Ctx, filter: v.InferOutput<typeof BoardQuery>): Promise<string> {
  const { lane, searchParam, pageNumber } = filter
  const { ids, ...rest } = await pageOf(ctx, table, {
    where: and(
      ofCompany(ctx, searchParam),
      visible(ctx.actor),
      goesOn,
      isNull(table.snoozedAt),
      searchParam ? await found(ctx, searchParam) : undefined,
      ofQueues(filter),
      ofUsers(filter.users),
      lane === undefined ? undefined : await inLane(ctx, lane),
    ),
    orderBy: gathered(ORDERS.newest),
    size: PAGE,
    pageNumber,
    sorts: Boolean(searchParam),
  })
  const tickets = await ticketTexts(ctx, ids)
  return pageText(
    tickets.map(({ text }) => text),
    rest,
  )
}

import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { Actor, Ctx } from '#kernel/context'
import { pageOf, queryOf, scalar } from '#kernel/storage/page-ids'
import { type JsonOf, jsonPairs, jsonTexts } from '#kernel/storage/json-rows'
import { type Link, shapedRows } from '#kernel/storage/row-cache'
import { companies } from '../companies'
import { tags } from '../tags/schema'
import { tickets } from '../tickets/schema'
import type { ContactFilter } from './query'
import { contacts as table } from './schema'
import { matchingContacts } from './search'

/** Which tickets somebody sees. Tickets know contacts, so the route is given it: `visible` of modules/tickets. */
export type Visible = (actor: Actor) => SQL | undefined

/** By name; an index holds this order. */
export const ORDER = 'sort_name, id'
const PAGE = 30

const TAG = ['id', 'name', 'color'] as const
type Listed = JsonOf<typeof table.$inferSelect> & {
  tickets: { id: number; status: string; createdAt: string; updatedAt: string }[]
  /** Their own tags and those of their tickets that the actor sees, and the newest of these. */
  tags: Pick<typeof tags.$inferSelect, (typeof TAG)[number]>[]
  lastTicket: { uuid: string; updatedAt: string } | null
}

/** Tickets of a contact that its tags and its last talk are read from: the newest. */
const READ = 1_000
const SHOWN = 10

const TAGS = (of: string, where: string) => `json((select json_group_array(json_object(${jsonPairs(tags, 'g', TAG)}))
  from ${of} l cross join tags g on g.id = l.tag_id and g.company_id = c.company_id where ${where}))`
/** One look at the tickets for all that is made of them; nothing is sorted, and their dates stay numbers: both cost more than the rows. */
const rowsOf = (ctx: Ctx, ids: number[], seen: SQL) => sql`select json_object(${sql.raw(jsonPairs(table, 'c'))},
    'tags', ${sql.raw(TAGS('contact_tags', 'l.contact_id = c.id'))},
    'talks', json((select json_group_array(json_array(id, uuid, status, created_at, updated_at, ${sql.raw(TAGS('ticket_tags', 'l.ticket_id = t.id'))}))
      from (select id, uuid, status, created_at, updated_at from tickets where contact_id = c.id and ${seen} order by id desc limit ${sql.raw(String(READ))}) t)))
  from contacts c where +c.company_id = ${ctx.companyId} and c.id in (select value from json_each(${JSON.stringify(ids)}))`

type Tag = Listed['tags'][number]
type Talk = [id: number, uuid: string, status: string, createdAt: number, updatedAt: number, tags: Tag[]]
type Read = Omit<Listed, 'tickets' | 'lastTicket'> & { talks: Talk[] }

const iso = (at: number) => new Date(at).toISOString()
function shape({ talks, tags: own, ...contact }: Read): Listed {
  const last = talks.reduce<Talk | undefined>((last, talk) => (last && last[4] >= talk[4] ? last : talk), undefined)
  const byId = new Map([...own, ...talks.flatMap(talk => talk[5])].map(tag => [tag.id, tag]))
  return {
    ...contact,
    tickets: talks
      .slice(0, SHOWN)
      .map(([id, , status, created, updated]) => ({ id, status, createdAt: iso(created), updatedAt: iso(updated) })),
    tags: [...byId.values()].toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name))),
    lastTicket: last ? { uuid: last[1], updatedAt: iso(last[4]) } : null,
  }
}

/** A queue or a person in the trash is none, which decides who sees a ticket. */
const trashOf = (table: string): Link => ({ table, part: 'trash', id: '0', columns: 'company_id' })
const shapedContacts = shapedRows<Listed, Read>({
  name: 'contact',
  shape,
  follows: [
    'contacts',
    'tags',
    { table: 'contact_tags', part: 'listed contact', id: 'row.contact_id' },
    { table: 'tickets', part: 'listed contact', id: 'row.contact_id' },
    { table: 'ticket_tags', part: 'listed contact', id: '(select contact_id from tickets where id = row.ticket_id)' },
    trashOf('queues'),
    trashOf('users'),
  ],
  partsOf: row => [['contacts', row.id], ['listed contact', row.id], ['trash', 0], ...row.tags.map(({ id }) => ['tags', id] as const)],
})

/** The contacts of the company, or those that a text finds: these are looked up by their ids, or an index of the company would be read to its end. */
export async function matching(ctx: Ctx, text: string) {
  if (!text) return eq(table.companyId, ctx.companyId)
  return sql`+${table.companyId} = ${ctx.companyId} and ${table.id} in (select value from json_each(${await matchingContacts(ctx, text)}))`
}

/** From a civil day to the end of another, where the company is. */
async function madeWithin(ctx: Ctx, { date, dateStart = date, dateEnd = date }: ContactFilter) {
  if (!dateStart && !dateEnd) return
  const company = await companies.get(ctx)
  return and(
    dateStart ? gte(table.createdAt, new Date(companies.dayStart(company, dateStart))) : undefined,
    dateEnd ? lt(table.createdAt, new Date(companies.dayStart(company, companies.later(dateEnd, 1)))) : undefined,
  )
}

/** A filter of two sides: one, the other, or neither of them asked for. */
const side = (wanted: boolean | undefined, condition: SQL) =>
  wanted === undefined ? undefined : wanted ? condition : sql`not (${condition})`

/** Whom the network knows under their number, whom it does not, and of whom nobody asked it. */
const WHATSAPP = {
  valid: sql`(contacts.lid is not null or contacts.is_whatsapp_valid = 1)`,
  invalid: sql`(contacts.lid is null and contacts.is_whatsapp_valid = 0)`,
  unchecked: sql`(contacts.lid is null and contacts.is_whatsapp_valid is null and contacts.is_group = 0)`,
}

/** Tags and open tickets count as far as the actor sees the tickets: a filter tells no more than the list. */
const filtered = async (ctx: Ctx, filter: ContactFilter, seen: SQL) =>
  and(
    await matching(ctx, filter.searchParam),
    await madeWithin(ctx, filter),
    side(filter.email, sql`${table.email} <> ''`),
    side(filter.disableBot, eq(table.disableBot, true)),
    side(filter.isGroup, eq(table.isGroup, true)),
    filter.whatsapp && WHATSAPP[filter.whatsapp],
    side(
      filter.open,
      sql`exists (select 1 from tickets where tickets.contact_id = ${table.id} and tickets.status <> 'closed' and ${seen})`,
    ),
    ...(filter.tags ?? []).map(
      tagId => sql`${table.id} in (select tickets.contact_id from tags g join ticket_tags l on l.tag_id = g.id
        join tickets on tickets.id = l.ticket_id where g.id = ${tagId} and g.company_id = ${ctx.companyId} and ${seen}
        union select l.contact_id from tags g join contact_tags l on l.tag_id = g.id where g.id = ${tagId} and g.company_id = ${ctx.companyId})`,
    ),
  )

export async function pageOfContacts(ctx: Ctx, filter: ContactFilter, visible: Visible) {
  const seen = sql`(${and(eq(tickets.companyId, ctx.companyId), visible(ctx.actor))})`
  const where = await filtered(ctx, filter, seen)
  const { ids, ...rest } = await pageOf(ctx, table, {
    where,
    orderBy: ORDER,
    size: PAGE,
    pageNumber: filter.pageNumber,
    sorts: Boolean(filter.searchParam),
  })
  const sight = queryOf(seen)
  const byId = await shapedContacts(ctx, Bun.hash(`${sight.sql} ${JSON.stringify(sight.params)}`).toString(), ids, missing => {
    const { sql: text, params } = queryOf(rowsOf(ctx, missing, seen))
    return jsonTexts(ctx.db, text, params as (string | number)[])
  })
  return { rows: ids.flatMap(id => byId.get(id) ?? []), ...rest }
}

/** The people with a number that a filter finds. */
async function peopleOf(ctx: Ctx, filter: Partial<ContactFilter>, visible: Visible) {
  const seen = sql`(${and(eq(tickets.companyId, ctx.companyId), visible(ctx.actor))})`
  const found = await filtered(ctx, { searchParam: '', pageNumber: 1, ...filter, isGroup: false } as ContactFilter, seen)
  return and(found, sql`${table.number} is not null`)
}

/** How many people with a number a filter finds. */
export async function countPeople(ctx: Ctx, filter: Partial<ContactFilter>, visible: Visible) {
  const { sql: text, params } = queryOf(sql`select count(*) from ${table} where ${await peopleOf(ctx, filter, visible)}`)
  return scalar<number>(ctx, text, params)
}

/** The people that a filter finds, as ids in their order behind one of them: for who goes through all of them. */
export async function contactIdsAfter(ctx: Ctx, filter: Partial<ContactFilter>, visible: Visible, after: number, limit: number) {
  const some = sql`select ${table.id} from ${table} where ${await peopleOf(ctx, filter, visible)} and ${table.id} > ${after} order by ${table.id} limit ${limit}`
  const { sql: text, params } = queryOf(sql`select json_group_array(id) from (${some})`)
  return JSON.parse(await scalar<string>(ctx, text, params)) as number[]
}

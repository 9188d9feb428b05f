import { and, eq, getTableColumns, gt, ne, or, sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '#kernel/context'
import { contains } from '#kernel/storage/contains'
import { jsonPairs } from '#kernel/storage/json-rows'
import { cachedScalar, queryOf } from '#kernel/storage/page-ids'
import { contactListItems as itemTable } from '../contact-list-items/schema'
import { type View } from './body'
import { campaigns } from './index'
import { shipments as table } from './schema'

/** People of one page. */
const SIZE = 500
const OF: Record<View, SQL | undefined> = {
  all: undefined,
  waiting: sql`state in ('waiting', 'confirmed', 'queued')`,
  asking: eq(table.state, 'asking'),
  delivered: sql`delivered_at is not null`,
  read: sql`read_at is not null`,
  answered: sql`answered_at is not null`,
  failed: eq(table.state, 'failed'),
  stopped: eq(table.state, 'stopped'),
  optedOut: sql`opted_out_at is not null`,
}
const ofView = (campaignId: number, view: View) => and(eq(table.campaignId, campaignId), OF[view])

const { phoneKey: _key, lid: _lid, companyId: _company, askId: _ask, nextFile: _next, ...SHOWN } = getTableColumns(table)
const ROWS = `select json_group_array(json(row)) from (select json_object(${jsonPairs(table, 's', Object.keys(SHOWN))}) as row
  from campaign_shipments s where s.id in (select value from json_each(?)) order by s.id)`

/**
 * People of a campaign and what became of them, in the order in which they are written to: those behind `after`, the cursor, which costs
 * the same however far down it is. Its rows stay the text that SQLite made: hundreds of them would be parsed only to be written again.
 */
export async function pageOfShipments(ctx: Ctx, campaignId: number, asked: { searchParam: string; after: number; view: View }) {
  await campaigns.load(ctx, campaignId)
  const { searchParam: text, after, view } = asked
  const found = text ? or(contains(table.name, text), contains(table.number, text)) : undefined
  const { sql: matching, params } = queryOf(sql`from ${table} where ${and(ofView(campaignId, view), found)}`)
  const page = `select id ${matching} and id > ? order by id limit ${SIZE + 1}`
  const ids = JSON.parse(await cachedScalar<string>(ctx, `select json_group_array(id) from (${page})`, [...params, after])) as number[]
  const count = await cachedScalar<number>(ctx, `select count(*) ${matching}`, params)
  const records = await cachedScalar<string>(ctx, ROWS, [JSON.stringify(ids.slice(0, SIZE))])
  return `{"records":${records},"count":${count},"hasMore":${ids.length > SIZE}}`
}

/** Those of whom something is so and who are still known. */
const known = (ctx: Ctx, campaignId: number, view: View) =>
  and(eq(table.companyId, ctx.companyId), ofView(campaignId, view), ne(table.number, ''))

/** Behind one of them: for who goes through all of them. */
export const shipmentsAfter = (ctx: Ctx, campaignId: number, view: View, after: number, limit: number) =>
  ctx.db
    .select({ id: table.id, name: table.name, number: table.number, email: table.email, lid: table.lid })
    .from(table)
    .where(and(known(ctx, campaignId, view), gt(table.id, after)))
    .orderBy(table.id)
    .limit(limit)

export const countShipments = (ctx: Ctx, campaignId: number, view: View) => ctx.db.$count(table, known(ctx, campaignId, view))

/** Of what clients of this family read with a campaign, so many people at most. */
const MOST = 5_000
/** The first rows of a table as one JSON text: thousands of them cost several times as much when their cells are converted one by one. */
const manyOf = (table: SQLiteTable, name: string, keys: string[], which: string, order: string) =>
  `select json_group_array(json(row)) from (select json_object(${jsonPairs(table, 't', keys)}) as row
    from ${name} t where t.${which} = ? order by t.${order} limit ${MOST})`
const SHIPPING_KEYS = ['id', 'campaignId', 'number', 'contactId', 'deliveredAt', 'confirmationRequestedAt', 'confirmedAt']
const ITEM_KEYS = ['id', 'name', 'number', 'email', 'isWhatsappValid', 'checkedAt', 'companyId', 'contactListId']
const TIMES = ['createdAt', 'updatedAt']
const SHIPPING = manyOf(table, 'campaign_shipments', [...SHIPPING_KEYS, ...TIMES], 'campaign_id', 'id')
const ITEMS = manyOf(itemTable, 'contact_list_items', [...ITEM_KEYS, ...TIMES], 'contact_list_id', 'id')

/**
 * A campaign with its people, as clients of this family draw its report from them: a text, because thousands of rows would be parsed only to
 * be written again.
 */
export async function withPeople(ctx: Ctx, id: number) {
  const { contactList, ...campaign } = await campaigns.get(ctx, id)
  const people = contactList && (await cachedScalar<string>(ctx, ITEMS, [contactList.id]))
  return withFields(campaign, {
    shipping: await cachedScalar<string>(ctx, SHIPPING, [id]),
    contactList: people ? withFields(contactList, { contacts: people }) : 'null',
  })
}
/** An object as JSON, with fields that are JSON already. */
const withFields = (object: object, fields: Record<string, string>) =>
  `${JSON.stringify(object).slice(0, -1)},${Object.entries(fields)
    .map(([key, json]) => `"${key}":${json}`)
    .join()}}`

import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import type { Db } from '#kernel/storage/libsql'
import { jsonTexts } from '#kernel/storage/json-rows'
import { asCommitted, shapedRows } from '#kernel/storage/row-cache'
import { companies } from '../companies'
import type { FailReason } from '../messages'
import type { Day, DayCounts } from './health'
import { numberDays as table, numberOpenings as openings } from './schema'

/** So long what a number did is known; whoever has not answered by then is a stranger again. */
const KEPT_DAYS = 90
/** Rows of one sweep: others write between two of them. */
const SWEPT = 5_000

const CLOCK = "select json_object('id', id, 'timeZone', time_zone) from companies where id = ?"
const clocks = shapedRows<{ id: number; timeZone: string }>({
  name: 'clock',
  follows: ['companies'],
  partsOf: ({ id }) => [['companies', id]],
})
async function today({ db, store, companyId }: Ctx, at?: Date) {
  const committed = asCommitted({ db, store })
  const known = await clocks(committed, '', [companyId], ([id]) => jsonTexts(committed.db, CLOCK, [id!]))
  return companies.today(known.get(companyId)!, at)
}

/** Adds to what a number did on a day: one statement, in the transaction of what is counted. */
async function add(ctx: Ctx, connectionId: number, day: string, counts: Partial<DayCounts>) {
  const more = Object.fromEntries(Object.entries(counts).map(([key, n]) => [key, sql`${table[key as keyof DayCounts]} + ${n}`]))
  await ctx.db
    .insert(table)
    .values({ connectionId, companyId: ctx.companyId, day, ...counts })
    .onConflictDoUpdate({ target: [table.connectionId, table.day], set: more })
}

/** Counts what happened to a number today. */
export const count = async (ctx: Ctx, connectionId: number, counts: Partial<DayCounts>) => add(ctx, connectionId, await today(ctx), counts)

// By the conversation: the index of the connection, which SQLite would take because it covers the query, holds all that the number said.
const WROTE = 'exists (select 1 from messages where chat_id = ?3 and +connection_id = ?2 and from_me = 0)'
const IS_BEGUN = 'exists (select 1 from number_openings where connection_id = ?2 and contact_id = ?3)'

const BEGINS = `not ${IS_BEGUN} and not ${WROTE}`
/** Whether a message to a person would begin a conversation: with nobody who ever wrote to the number, or was written to in the last months. */
export async function begins({ db, companyId }: Ctx, connectionId: number, contactId: number): Promise<boolean> {
  const { rows } = await db.$client.execute({ sql: `select ?1 where ${BEGINS}`, args: [companyId, connectionId, contactId] })
  return rows.length > 0
}

// Every message counts: what is sent is summed for the messages that are committed together.
const OPEN = 'insert into number_openings (company_id, connection_id, contact_id, day) values (?, ?, ?, ?)'
const SAID = `insert into number_days (company_id, connection_id, day, sent) select company_id, id, ?2, ?3 from connections where id = ?1
  on conflict do update set sent = sent + excluded.sent`
const OPENED = 'select day from number_openings where connection_id = ? and contact_id = ? and has_answered = 0'
const HEARD = 'update number_openings set has_answered = 1 where connection_id = ? and contact_id = ?'

/** The company has written to a person. */
export async function said(ctx: Ctx, connectionId: number, contactId: number, at?: Date) {
  const day = await today(ctx, at)
  await ctx.store.count(ctx.db, { sql: SAID, args: [connectionId, day] })
  if (!(await begins(ctx, connectionId, contactId))) return
  await add(ctx, connectionId, day, { begun: 1 })
  await ctx.db.$client.execute({ sql: OPEN, args: [ctx.companyId, connectionId, contactId, day] })
}

/** A person has written: to whoever began with them it is an answer, counted on the day of that. */
export async function heard(ctx: Ctx, connectionId: number, contactId: number) {
  // Asked before it is written: an update that returns rows costs several times as much, and hardly any message is such an answer.
  const { rows } = await ctx.db.$client.execute({ sql: OPENED, args: [connectionId, contactId] })
  if (!rows[0]) return
  await ctx.db.$client.execute({ sql: HEARD, args: [connectionId, contactId] })
  await add(ctx, connectionId, String(rows[0]['day']), { answered: 1 })
}

const REFUSALS: FailReason[] = ['restricted', 'too_many']
/** Messages that did not go out. */
export const failed = async (ctx: Ctx, connectionId: number, reason: FailReason, n: number) =>
  n > 0 && count(ctx, connectionId, { [REFUSALS.includes(reason) ? 'refused' : reason === 'not_on_whatsapp' ? 'invalid' : 'failed']: n })

/** What a number did on each day after one, up to another, in their order; days on which it did nothing are left out. */
export const daysAfter = (ctx: Ctx, connectionId: number, day: string, last: string): Promise<Day[]> =>
  ctx.db
    .select()
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), eq(table.connectionId, connectionId), gt(table.day, day), lte(table.day, last)))
    .orderBy(table.day)
    .then(rows => rows.map(({ connectionId: _, companyId: _company, ...day }) => day))

/** Deletes some of what is long ago. */
export async function sweep(db: Db) {
  const oldest = new Date(Date.now() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10)
  for (const one of [table, openings])
    await db.delete(one).where(sql`rowid in (select rowid from ${one} where day < ${oldest} limit ${SWEPT})`)
}

/** Deletes some of what is known of a number that goes away, or is another now. */
export async function purge(ctx: Ctx, connectionId: number, limit: number): Promise<number> {
  let gone = 0
  for (const one of [openings, table])
    gone += (await ctx.db.delete(one).where(sql`rowid in (select rowid from ${one} where connection_id = ${connectionId} limit ${limit})`))
      .rowsAffected
  return gone
}

/** Who was written to has become another contact; where both were, one opening is left. */
export async function moveTo(ctx: Ctx, goneId: number, keptId: number) {
  await ctx.db.run(sql`update or ignore number_openings set contact_id = ${keptId} where contact_id = ${goneId}`)
}

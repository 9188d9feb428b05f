import { and, gte, lt, sql, type SQL } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { companies } from '../companies'
import type { TicketQuery } from './body'
import { tickets as table } from './schema'
import { visible } from './visibility'

type Filter = Pick<v.InferOutput<typeof TicketQuery>, 'writtenBy' | 'hasFile' | 'dateFrom' | 'dateTo'>
/** What a search asks of a message `m` beside its words. */
export type Narrowing = { predicate: SQL; hasFile: boolean }

/** Conversations that are gone through where no word says which: the newest that the actor sees. */
const NEWEST = 2_000

async function rangeOf(ctx: Ctx, { dateFrom, dateTo }: Filter) {
  const company = await companies.get(ctx)
  const start = (day: string) => new Date(companies.dayStart(company, day))
  return { from: dateFrom ? start(dateFrom) : undefined, to: dateTo ? start(companies.later(dateTo, 1)) : undefined }
}

export async function narrowingOf(ctx: Ctx, filter: Filter): Promise<Narrowing | undefined> {
  const { writtenBy, hasFile = false, dateFrom, dateTo } = filter
  if (!writtenBy && !hasFile && !dateFrom && !dateTo) return
  const { from, to } = await rangeOf(ctx, filter)
  const predicate = and(
    sql`not m.is_deleted`,
    writtenBy && sql`m.from_me = ${writtenBy === 'team' ? 1 : 0}`,
    hasFile ? sql`m.media_type in ('image', 'video', 'application', 'audio')` : undefined,
    from && sql`m.created_at >= ${from.getTime()}`,
    to && sql`m.created_at < ${to.getTime()}`,
  )!
  return { predicate, hasFile }
}

/** Files have an index by chat for each of their two; the unary plus keeps it in front of that of the ticket. */
const OF_FILES = [
  sql.raw(`m.chat_id = t.contact_id and +m.ticket_id = t.id and m.media_type in ('image', 'video')`),
  sql.raw(`m.chat_id = t.contact_id and +m.ticket_id = t.id and m.media_type in ('application', 'audio')`),
]
const OF_ALL = [sql.raw('m.ticket_id = t.id')]
const waysOf = ({ hasFile }: Narrowing) => (hasFile ? OF_FILES : OF_ALL)

/** Whether a ticket `t` has a message that the narrowing keeps. */
export const hasMatch = (narrowing: Narrowing) =>
  sql`(${sql.join(
    waysOf(narrowing).map(way => sql`exists (select 1 from messages m where ${way} and ${narrowing.predicate})`),
    sql` or `,
  )})`

/** Those of some tickets, the newest and at most so many, each with its ticket. */
export const matchingMessages = (narrowing: Narrowing, ticketIds: number[], most: number) =>
  sql`select json_object('messages', json_group_array(id), 'tickets', json_group_array(ticket_id)) from (${sql.join(
    waysOf(narrowing).map(
      way =>
        sql`select m.id, m.ticket_id from tickets t cross join messages m on ${way} where t.id in (select value from json_each(${JSON.stringify(ticketIds)})) and ${narrowing.predicate}`,
    ),
    sql` union all `,
  )} order by 1 desc limit ${sql.raw(String(most))})`

/** The newest conversations that went on in the days that are asked for, and have one where more than days is asked. */
export async function newestMatching(ctx: Ctx, filter: Filter, narrowing: Narrowing): Promise<SQL> {
  const { from, to } = await rangeOf(ctx, filter)
  const went = and(
    sql`${table.companyId} = ${ctx.companyId}`,
    visible(ctx.actor),
    from && gte(table.updatedAt, from),
    to && lt(table.createdAt, to),
  )
  const newest = sql`select id, contact_id from tickets where ${went} order by updated_at desc limit ${sql.raw(String(NEWEST))}`
  const isMore = filter.writtenBy || filter.hasFile
  return sql`${table.id} in (select t.id from (${newest}) t${isMore ? sql` where ${hasMatch(narrowing)}` : sql``})`
}

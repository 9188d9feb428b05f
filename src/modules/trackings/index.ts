import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { fromJson } from '#kernel/storage/json-rows'
import { oneOf } from '#kernel/storage/one-of'
import { TRASH } from '../companies'
import { ticketTrackings as table } from './schema'

type Tracked = {
  id: number
  companyId: number
  contactId: number
  userId: number | null
  queueId: number | null
  status: 'open' | 'pending' | 'closed'
}

const idsOf = (tickets: { id: number }[]) => JSON.stringify(tickets.map(ticket => ticket.id))

/**
 * Writes down where tickets have come to, given their rows as they stand after the change: an opening begins, waits, is somebody's or ends.
 * Part of the transaction that changed them. Idempotent: whoever writes the same state twice changes nothing.
 */
async function track(ctx: Ctx, tickets: Tracked[]) {
  const now = Date.now()
  const ended = tickets.filter(ticket => ticket.status === 'closed')
  if (ended.length)
    await ctx.db.run(
      sql`update ticket_trackings set finished_at = ${now}
        where ticket_id in (select value from json_each(${idsOf(ended)})) and finished_at is null`,
    )
  const active = tickets.filter(ticket => ticket.status !== 'closed')
  if (!active.length) return
  const states = JSON.stringify(active.map(row => stateOf(row, now)))
  if (ctx.actor.userId !== null) await ctx.db.run(sql`${TAKE_BACK} from json_each(${states}) ${takenBackSince(now - TAKE_BACK_MS)}`)
  await ctx.db.run(sql`${sql.raw(BEGIN)} from json_each(${states}) ${NEXT}`)
}

/** A ticket that waits is nobody's; whoever has one has begun. */
const stateOf = ({ id, companyId, contactId, userId, queueId, status }: Tracked, now: number) =>
  status === 'open' ? [companyId, id, contactId, userId, now, now, now] : [companyId, id, contactId, null, now, queueId && now, null]

const COLUMNS = ['company_id', 'ticket_id', 'contact_id', 'user_id', 'created_at', 'queued_at', 'started_at']
const BEGIN = `insert into ticket_trackings as t (${COLUMNS.join(', ')}) select ${COLUMNS.map((_, i) => `value ->> ${i}`).join(', ')}`
/**
 * What an opening that is there already makes of it. Who leaves a ticket makes it wait anew; who takes it out of no queue has let it wait
 * from the beginning; who hands it over keeps the wait as long as it was, since nobody waited in between.
 */
const NEXT = sql.raw(`where true on conflict (ticket_id) where finished_at is null do update set
  user_id = excluded.user_id,
  queued_at = case
    when t.user_id is excluded.user_id then coalesce(t.queued_at, excluded.queued_at)
    when excluded.user_id is null then excluded.created_at
    when t.user_id is null then coalesce(t.queued_at, t.created_at)
    else t.queued_at + excluded.created_at - t.started_at end,
  started_at = iif(t.user_id is excluded.user_id, t.started_at, excluded.started_at)`)

/** So long an end, and a transfer to a colleague, can be undone; the page offers it for ten seconds, and a slow line may add to them. */
const TAKE_BACK_MS = 60_000
/** An end that the person who attended undoes was none: the opening goes on, unless the customer rated it. */
const TAKE_BACK = sql.raw('update ticket_trackings as t set finished_at = null, rating_at = null')
const takenBackSince = (since: number) => sql`where t.ticket_id = value ->> 1 and t.finished_at >= ${since} and t.rating is null
  and (t.user_id is null or t.user_id is value ->> 3)
  and t.id = (select id from ticket_trackings l where l.ticket_id = t.ticket_id order by l.finished_at is null desc, l.finished_at desc, l.id desc limit 1)`

/** The opening that goes on, else the one that ended last: what a merge brought may have a higher id. */
const last = (ticketId: number) =>
  sql`(select id from ticket_trackings where ticket_id = ${ticketId} order by finished_at is null desc, finished_at desc, id desc limit 1)`

/** When the person who has a ticket began. */
async function begunAt(ctx: Ctx, ticketId: number): Promise<Date | null> {
  const found = await ctx.db
    .select({ startedAt: table.startedAt })
    .from(table)
    .where(and(eq(table.ticketId, ticketId), isNull(table.finishedAt)))
  return found[0]?.startedAt ?? null
}
/** Whether that was so little ago that it can be undone. */
const isJustBegun = async (ctx: Ctx, ticketId: number) => Number(await begunAt(ctx, ticketId)) >= Date.now() - TAKE_BACK_MS

/** The customer of a conversation that has ended is asked how it was. */
const askRating = (ctx: Ctx, ticketId: number) =>
  ctx.db.run(sql`update ticket_trackings set rating_at = ${Date.now()}, rating = null where id = ${last(ticketId)}`)

/** Whether an answer is awaited: asked for since, and neither given nor overtaken by another opening. */
const ratingAsked = async (ctx: Ctx, ticketId: number, since: Date) =>
  (
    await ctx.db.all(
      sql`select 1 from ticket_trackings where id = ${last(ticketId)} and rating is null and rating_at >= ${since.getTime()} and finished_at is not null`,
    )
  ).length > 0

const isRated = async (ctx: Ctx, ticketId: number) =>
  (await ctx.db.all(sql`select 1 from ticket_trackings where id = ${last(ticketId)} and rating is not null`)).length > 0

/** From 1 to 3. */
const rate = (ctx: Ctx, ticketId: number, rating: 1 | 2 | 3) =>
  ctx.db.run(sql`update ticket_trackings set rating = ${rating} where id = ${last(ticketId)}`)

/** Tickets have become another contact's. */
async function follow(ctx: Ctx, tickets: Tracked[], contactId: number) {
  if (!tickets.length) return
  await ctx.db.run(
    sql`update ticket_trackings set contact_id = ${contactId} where ticket_id in (select value from json_each(${idsOf(tickets)}))`,
  )
}

/** What a ticket had of openings when it ended in another: those that were over, and the row of the one that was not. */
export type InheritedOpenings = { over: number[]; unfinished: typeof table.$inferSelect | null }

/** A ticket ends in another: what it was before stays on record, and the conversation that goes on is the other's. */
async function absorb(ctx: Ctx, from: { id: number }, to: { id: number; contactId: number }): Promise<InheritedOpenings> {
  const ofFrom = eq(table.ticketId, from.id)
  const [unfinished = null] = await ctx.db
    .delete(table)
    .where(and(ofFrom, isNull(table.finishedAt)))
    .returning()
  const over = await ctx.db.update(table).set({ ticketId: to.id, contactId: to.contactId }).where(ofFrom).returning({ id: table.id })
  return { over: over.map(({ id }) => id), unfinished }
}

/** The ticket that ended in another is there again, with its openings; `track` says then how the last of them goes on. */
async function giveBack(ctx: Ctx, { over, unfinished }: InheritedOpenings, from: number, to: Tracked) {
  await ctx.db
    .update(table)
    .set({ ticketId: to.id, contactId: to.contactId })
    .where(and(oneOf(table.id, over), eq(table.ticketId, from)))
  if (!unfinished) return
  const { id: _, ...row } = fromJson(table, unfinished)
  await ctx.db.insert(table).values({
    ...row,
    ticketId: to.id,
    contactId: to.contactId,
    userId: to.userId,
    startedAt: to.userId && row.startedAt ? row.startedAt : null,
  })
}

/** Those of tickets that are being deleted count no more. */
const trash = (ctx: Ctx, tickets: { id: number }[]) =>
  ctx.db.run(sql`update ticket_trackings set company_id = ${TRASH} where ticket_id in (select value from json_each(${idsOf(tickets)}))`)

/** Some forget somebody who is gone. */
async function leaveUser(ctx: Ctx, userId: number, limit: number) {
  const some = sql`(select id from ticket_trackings where user_id = ${userId} limit ${limit})`
  const { rowsAffected } = await ctx.db.run(sql`update ticket_trackings set user_id = null where id in ${some}`)
  return rowsAffected
}

/** Whether anybody of the company ever attended a customer. */
const anyStarted = async (ctx: Ctx) =>
  (await ctx.db.all(sql`select 1 from ticket_trackings where company_id = ${ctx.companyId} and started_at is not null limit 1`)).length > 0

export const trackings = {
  track,
  begunAt,
  isJustBegun,
  askRating,
  ratingAsked,
  isRated,
  rate,
  follow,
  absorb,
  giveBack,
  trash,
  leaveUser,
  anyStarted,
}

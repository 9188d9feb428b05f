import { and, eq, gte, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { isUniqueViolation } from '#kernel/errors'
import { oneOf } from '#kernel/storage/one-of'
import { preparedRow } from '#kernel/storage/prepared'
import { phoneKey } from '#kernel/phone'
import type { FailReason } from '../messages'
import { isOptedOut } from '../opt-outs/schema'
import { paces, shipments as table, type StopReason } from './schema'

export type Shipment = typeof table.$inferSelect

/** Batch size, in people of a list: some milliseconds. */
const PIECE = 250

/** Whether the number of a campaign and a person `i` of a list have never written to each other, as far as their number tells. */
const isNew = (connectionId: number | null) => sql`not exists (select 1 from contacts c
  where c.company_id = i.company_id and c.phone_key = i.phone_key and c.phone_key is not null and (
    exists (select 1 from messages m where m.chat_id = c.id and +m.connection_id = ${connectionId} and m.from_me = 0)
    or exists (select 1 from number_openings o where o.connection_id = ${connectionId} and o.contact_id = c.id)))`

/**
 * Copies the next people of a list into a campaign: those who can be on WhatsApp, with who asked to be left alone as stopped. Returns the
 * last of them, or nothing when there are no more. Idempotent: a batch that is copied again adds nobody.
 */
export async function fill(ctx: Ctx, campaignId: number, listId: number, after: number, connectionId: number | null = null) {
  const [piece] = await ctx.db.all<{ last: number | null }>(
    sql`select max(id) as last from (select id from contact_list_items where contact_list_id = ${listId} and id > ${after} order by id limit ${PIECE})`,
  )
  if (!piece?.last) return
  const now = Date.now()
  await ctx.db.run(
    sql`insert into campaign_shipments
        (company_id, campaign_id, name, number, phone_key, lid, email, is_checked, is_new, state, reason, created_at, updated_at)
      select i.company_id, ${campaignId}, i.name, i.number, i.phone_key, i.lid, i.email, i.is_whatsapp_valid is 1, ${isNew(connectionId)},
        iif(${isOptedOut}, 'stopped', 'waiting'), iif(${isOptedOut}, 'opted_out', null), ${now}, ${now}
      from contact_list_items i
      where i.contact_list_id = ${listId} and i.id > ${after} and i.id <= ${piece.last}
        and i.phone_key is not null and i.is_whatsapp_valid is not 0
      on conflict (campaign_id, phone_key) do nothing`,
  )
  return piece.last
}

/** Of a list, so many people are looked at before it is said how many of them are strangers to a number. */
const SAMPLE = 5_000
/** Which part of a list's people has never written to a number, nor been written to by it: from 0 to 1. */
export async function strangersOf(ctx: Ctx, listId: number, connectionId: number): Promise<number> {
  const [row] = await ctx.db.all<{ share: number | null }>(
    sql`select avg(${isNew(connectionId)}) as share from (select company_id, phone_key from contact_list_items
      where contact_list_id = ${listId} and phone_key is not null and is_whatsapp_valid is not 0 order by id limit ${SAMPLE}) i`,
  )
  return row?.share ?? 0
}

/** How many of those who still wait in a campaign never wrote to its number: of all that wait, those who did are in an index of their own. */
export const strangersWaiting = async (ctx: Ctx, campaignId: number) => {
  const waiting = and(eq(table.campaignId, campaignId), eq(table.state, 'waiting'))
  return (await ctx.db.$count(table, waiting)) - (await ctx.db.$count(table, and(waiting, sql`is_new = 0`)))
}

const NEXT = [isNotNull(table.nextFile), eq(table.state, 'confirmed'), eq(table.state, 'waiting')]
// The literal tells SQLite that the partial index has them.
const NEXT_KNOWN = [...NEXT.slice(0, -1), and(eq(table.state, 'waiting'), sql`is_new = 0`)]
/**
 * Who is next in a campaign: whoever has files to come, then whoever answered its question and waits for the message. Of a number that has
 * begun enough conversations, nobody who never wrote to it.
 */
export async function next(ctx: Ctx, campaignId: number, isFull = false): Promise<Shipment | undefined> {
  for (const so of isFull ? NEXT_KNOWN : NEXT) {
    const [row] = await ctx.db
      .select()
      .from(table)
      .where(and(eq(table.campaignId, campaignId), so))
      .orderBy(table.id)
      .limit(1)
    if (row) return row
  }
}

/** The campaigns that have still somebody to write to, and those that have nobody. */
export async function whoWaits<One extends { id: number }>(ctx: Ctx, campaigns: One[]): Promise<[One[], One[]]> {
  const waiting = new Set<One>()
  for (const one of campaigns) {
    const where = and(eq(table.campaignId, one.id), eq(table.state, 'waiting'))
    if ((await ctx.db.select({ id: table.id }).from(table).where(where).limit(1)).length) waiting.add(one)
  }
  return [campaigns.filter(one => waiting.has(one)), campaigns.filter(one => !waiting.has(one))]
}

export const patch = (ctx: Ctx, id: number, values: Partial<typeof table.$inferInsert>) =>
  ctx.db
    .update(table)
    .set(values)
    .where(and(eq(table.companyId, ctx.companyId), eq(table.id, id)))

/**
 * Takes over the network's own form of a number. Where that is somebody's in the campaign, they are one person, and this one is no more:
 * false then.
 */
export async function identify(ctx: Ctx, id: number, { pn, lid }: { pn: string; lid: string | null }): Promise<boolean> {
  const here = and(eq(table.companyId, ctx.companyId), eq(table.id, id))
  try {
    await ctx.db
      .update(table)
      .set({ isChecked: true, number: pn, phoneKey: phoneKey(pn), lid })
      .where(here)
    return true
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await ctx.db.delete(table).where(here)
    return false
  }
}

/** Beside another index: the plus keeps SQLite from going through those of the whole company. */
const inCompany = (ctx: Ctx) => sql`+${table.companyId} = ${ctx.companyId}`

const named = (ids: number[]) => or(oneOf(table.messageId, ids), oneOf(table.askId, ids))

/** Whose message or question a message is. */
export const ofMessage = async (ctx: Ctx, messageId: number): Promise<Shipment | undefined> =>
  (
    await ctx.db
      .select()
      .from(table)
      .where(and(inCompany(ctx), named([messageId])))
  )[0]

/** Takes over what the network said of messages, those of campaigns among them: their shipments, and the pace of their number. */
export async function follow(ctx: Ctx, messageIds: number[]): Promise<Shipment[]> {
  if (!messageIds.length) return []
  if (!(await ctx.db.$count(table, named(messageIds)))) return []
  const now = Date.now()
  const ids = JSON.stringify(messageIds)
  await ctx.db.run(
    sql`update campaign_shipments as s set
        state = case when m.status = 'failed' then 'failed' when next_file is not null then 'queued' when m.status = 'played' then 'read' else m.status end,
        reason = m.fail_reason, next_file = iif(m.status = 'failed', null, next_file), updated_at = ${now},
        sent_at = coalesce(s.sent_at, iif(m.status in ('sent', 'delivered', 'read', 'played'), ${now}, null)),
        delivered_at = coalesce(s.delivered_at, iif(next_file is null and m.status in ('delivered', 'read', 'played'), ${now}, null)),
        read_at = coalesce(s.read_at, iif(next_file is null and m.status in ('read', 'played'), ${now}, null))
      from messages m where m.id = s.message_id and s.message_id in (select value from json_each(${ids}))`,
  )
  // A question that did not go out is as good as a message that did not; one that goes out after all waits for its answer again.
  await ctx.db.run(
    sql`update campaign_shipments as s set
        state = iif(m.status = 'failed', 'failed', 'asking'), reason = m.fail_reason, updated_at = ${now}
      from messages m where m.id = s.ask_id and s.message_id is null and s.state in ('asking', 'failed')
        and s.ask_id in (select value from json_each(${ids}))`,
  )
  await ctx.db.run(
    sql`update campaign_paces as p set last_at = ${now}, pending_id = null,
        refusals = case when m.status <> 'failed' then 0 when m.fail_reason in ('restricted', 'too_many') then p.refusals + 1 else p.refusals end
      from messages m where p.company_id = ${ctx.companyId} and m.id = p.pending_id and m.status <> 'queued'
        and p.pending_id in (select value from json_each(${ids}))`,
  )
  return ctx.db.select().from(table).where(named(messageIds))
}

/** The last that somebody got of a campaign since a moment, by whichever of its numbers. */
export const lastTo = (ctx: Ctx, contactId: number, since: Date): Promise<Shipment | undefined> =>
  reached(ctx.db, [ctx.companyId, contactId, since.getTime()])
const reached = preparedRow(
  table,
  `where company_id = ?1 and contact_id = ?2 and contact_id is not null and (confirmation_requested_at >= ?3 or sent_at >= ?3) order by id desc`,
)

/** No file follows any more: somebody has what they have, and is where the last of it is. */
export const endFiles = (ctx: Ctx, id: number) => endFilesOf(ctx, and(eq(table.companyId, ctx.companyId), eq(table.id, id)))
async function endFilesOf(ctx: Ctx, which: SQL | undefined) {
  const ended = await ctx.db
    .update(table)
    .set({ nextFile: null })
    .where(and(isNotNull(table.nextFile), which))
    .returning({ messageId: table.messageId })
  await follow(
    ctx,
    ended.flatMap(({ messageId }) => messageId ?? []),
  )
}

/** Of these reasons nobody got anything. */
const UNSAID: FailReason[] = ['withdrawn', 'connection_gone']
const unsaid = (campaignId: number) =>
  and(eq(table.campaignId, campaignId), eq(table.state, 'failed'), inArray(table.reason, UNSAID), isNull(table.sentAt))
/** How many would be next again, and how many of them never wrote to its number. */
export const readmitted = async (ctx: Ctx, campaignId: number) => ({
  people: await ctx.db.$count(table, unsaid(campaignId)),
  strangers: await ctx.db.$count(table, and(unsaid(campaignId), eq(table.isNew, true))),
})
/** A campaign goes on that was paused or cancelled: who would have got the question or the message that never left is next again. */
export const readmit = (ctx: Ctx, campaignId: number) =>
  ctx.db
    .update(table)
    .set({
      state: sql`iif(${table.confirmedAt} is null, 'waiting', 'confirmed')`,
      reason: null,
      askId: sql`iif(${table.confirmedAt} is null, null, ${table.askId})`,
      messageId: null,
    })
    .where(unsaid(campaignId))

/** Of one person, by the indexes of contact and number. */
const theirsOf = (ctx: Ctx, { id, number }: { id: number; number: string | null }) =>
  and(
    inCompany(ctx),
    or(
      and(eq(table.contactId, id), isNotNull(table.contactId)),
      number ? and(eq(table.companyId, ctx.companyId), eq(table.phoneKey, phoneKey(number))) : undefined,
    ),
  )

/** Nothing more is sent to somebody, in whichever campaign of the company. */
export async function stopAll(ctx: Ctx, contact: { id: number; number: string | null }, reason: StopReason) {
  const theirs = theirsOf(ctx, contact)
  await ctx.db
    .update(table)
    .set({ state: 'stopped', reason })
    .where(and(inArray(table.state, ['waiting', 'asking', 'confirmed']), theirs))
  await endFilesOf(ctx, theirs)
}

/**
 * Who somebody was is known no more: nothing more is sent to them, and in reports they count where they stand, without a name. Returns the
 * campaigns that they were in.
 */
export async function forget(ctx: Ctx, contact: { id: number; number: string | null }) {
  const theirs = theirsOf(ctx, contact)
  await stopAll(ctx, contact, 'erased')
  const isLeft = sql`${table.state} = 'queued'`
  const rows = await ctx.db
    .update(table)
    .set({
      ...{ name: '', number: '', email: '', lid: null, phoneKey: sql`'erased:' || ${table.id}` },
      ...{ contactId: null, messageId: null, askId: null },
      ...{ state: sql`iif(${isLeft}, 'stopped', ${table.state})`, reason: sql`iif(${isLeft}, 'erased', ${table.reason})` },
    })
    .where(theirs)
    .returning({ campaignId: table.campaignId })
  return rows.map(({ campaignId }) => campaignId)
}

/** What somebody got has become another contact's. */
export const moveTo = (ctx: Ctx, goneId: number, keptId: number) =>
  ctx.db
    .update(table)
    .set({ contactId: keptId })
    .where(and(eq(table.companyId, ctx.companyId), eq(table.contactId, goneId), isNotNull(table.contactId)))

/** Deletes some of a campaign that was taken out. */
export const purgeSome = async (ctx: Ctx, campaignId: number, limit: number) =>
  (await ctx.db.delete(table).where(sql`id in (select id from campaign_shipments where campaign_id = ${campaignId} limit ${limit})`))
    .rowsAffected

export const pace = {
  of: async (ctx: Ctx, connectionId: number) =>
    (
      await ctx.db
        .select()
        .from(paces)
        .where(and(eq(paces.companyId, ctx.companyId), eq(paces.connectionId, connectionId)))
    )[0],
  save: (ctx: Ctx, row: Omit<typeof paces.$inferInsert, 'companyId'>) =>
    ctx.db
      .insert(paces)
      .values({ ...row, companyId: ctx.companyId })
      .onConflictDoUpdate({ target: paces.connectionId, set: row }),
}

/** What a campaign that has nothing to send still waits for: the network, or answers to questions since a moment. */
export async function waitsFor(ctx: Ctx, campaignId: number, since: Date): Promise<'network' | 'answer' | undefined> {
  const any = async (state: Shipment['state'], more?: ReturnType<typeof gte>) =>
    (
      await ctx.db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.campaignId, campaignId), eq(table.state, state), more))
        .limit(1)
    ).length > 0
  if (await any('queued')) return 'network'
  if (await any('asking', gte(table.confirmationRequestedAt, since))) return 'answer'
}

/** Of some people of a campaign, those whom the network does not know: no other campaign reaches them. */
export const withoutAccount = async (ctx: Ctx, ids: number[]) =>
  new Set(
    (
      await ctx.db
        .select({ id: table.id })
        .from(table)
        .where(and(oneOf(table.id, ids), eq(table.reason, 'not_on_whatsapp')))
    ).map(({ id }) => id),
  )

/** The numbers that the network refuses, so often in a row; each is told once. */
export async function refused(ctx: Ctx, times: number) {
  const rows = await ctx.db
    .update(paces)
    .set({ refusals: 0 })
    .where(and(eq(paces.companyId, ctx.companyId), gte(paces.refusals, times)))
    .returning({ connectionId: paces.connectionId })
  return rows.map(({ connectionId }) => connectionId)
}

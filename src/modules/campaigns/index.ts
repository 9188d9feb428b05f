import { and, asc, eq, getTableColumns, isNull, ne, or, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, invalid } from '#kernel/errors'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { ofCompany } from '#kernel/noun/scope'
import { type JsonOf, jsonPairs } from '#kernel/storage/json-rows'
import { cachedScalar } from '#kernel/storage/page-ids'
import { companies, discard, purgeDiscarded, TRASH } from '../companies'
import { connections, type Connection } from '../connections'
import { connections as connectionTable } from '../connections/schema'
import { contactLists, type ContactList } from '../contact-lists'
import { contactLists as listTable } from '../contact-lists/schema'
import { files } from '../files'
import { numberHealth } from '../number-health'
import { queues } from '../queues'
import { allow, toHolders } from '../rights'
import { campaignApi } from './api'
import { CampaignBody, editable, missingOf, openFields, WALL } from './body'
import { campaignCounts, campaigns as table } from './schema'

export { ANSWER_HOURS, CampaignBody, isPlannable, NUMBERS, textsOf, type CampaignSettings, type NewCampaign } from './body'
export type { CampaignJourneys } from './routes'
export { countShipments, shipmentsAfter } from './report'
export { afterSending, durationOf, isRest, nextAt, perHour, TAKEN_MS, type Last } from './pacing'
export { hoursOf, replyOf, settingsOf } from './settings'
export * as shipments from './shipments'
export type { Shipment } from './shipments'
export type Campaign = typeof table.$inferSelect
type Input = v.InferOutput<typeof CampaignBody>

/** What became of the people of a campaign, in one row. */
export type Counts = Omit<typeof campaignCounts.$inferSelect, 'campaignId'>
const { campaignId: _campaign, ...TALLIES } = getTableColumns(campaignCounts)
const COUNTS = `select coalesce(json_group_object(campaign_id, json_object(${jsonPairs(campaignCounts, 'n', Object.keys(TALLIES))})), '{}')
  from campaign_counts n where campaign_id in (select value from json_each(?))`
const LIST_KEYS = ['id', 'name', 'companyId', 'createdAt', 'updatedAt'] as const
type ListShown = JsonOf<Pick<ContactList, (typeof LIST_KEYS)[number]>>
type NumberShown = Pick<Connection, 'id' | 'name' | 'number'>
/** The lists and numbers of campaigns, each an object by its id: what many readers ask for is one cached text. */
const byId = (table: string, pairs: string) =>
  `select coalesce(json_group_object(t.id, json_object(${pairs})), '{}') from ${table} t
    where t.company_id = ? and t.id in (select value from json_each(?))`
const LISTS = byId('contact_lists', jsonPairs(listTable, 't', LIST_KEYS))
const NUMBERS_OF = byId('connections', jsonPairs(connectionTable, 't', ['id', 'name', 'number']))

const base = noun({
  name: 'campaign',
  api: campaignApi,
  table,
  scope: { ...ofCompany<Campaign>(table), rooms: toHolders('campaigns:use') },
  body: CampaignBody,
  whole: false,
  pageSize: 20,
  order: 'sort_name, id',
  search: [table.name],
  refs: { whatsappId: () => connections, contactListId: () => contactLists, fileListId: () => files, queueId: () => queues },
  inPieces: ['whatsappId'],
  media: ['Mensagem enviada', 'Arquivo excluído'],
  rights: { read: allow('campaigns:use'), write: allow('campaigns:use') },
  async view(ctx, rows) {
    const counts = JSON.parse(await cachedScalar<string>(ctx, COUNTS, [JSON.stringify(rows.map(({ id }) => id))])) as Record<number, Counts>
    const named = async <Row>(query: string, key: 'contactListId' | 'whatsappId') =>
      JSON.parse(await cachedScalar<string>(ctx, query, [ctx.companyId, JSON.stringify(rows.flatMap(row => row[key] ?? []))])) as Record<
        number,
        Row
      >
    const [lists, numbers] = [await named<ListShown>(LISTS, 'contactListId'), await named<NumberShown>(NUMBERS_OF, 'whatsappId')]
    const holds = await numberHealth.holdsOf(
      ctx,
      rows.flatMap(row => row.whatsappId ?? []),
    )
    return rows.map(({ filledTo: _, lastSentAt: _at, ...row }) => ({
      ...row,
      contactList: lists[row.contactListId ?? 0] ?? null,
      whatsapp: numbers[row.whatsappId ?? 0] ?? null,
      counts: counts[row.id]!,
      /** Why it waits or goes slowly, to spare its number. */
      hold: (row.status === 'EM_ANDAMENTO' && !row.pausedAt && holds.get(row.whatsappId ?? 0)) || null,
    }))
  },
})

type Shown = Awaited<ReturnType<typeof base.get>>
declare module '#kernel/context' {
  interface Events {
    campaign: NounEvent<typeof campaignApi, Shown>
    /** Something became of people of a campaign: whoever shows it asks what. */
    campaignProgress: { action: 'update'; id: number }
  }
}

export const tellProgress = (ctx: Ctx, ids: Iterable<number>) => {
  for (const id of ids) ctx.publish('campaignProgress', { action: 'update', id }, toHolders('campaigns:use')(ctx))
}

export function mustBeComplete(campaign: Input | Campaign) {
  const missing = missingOf(campaign)
  if (missing.length) throw new AppError('ERR_CAMPAIGN_INCOMPLETE', 400, Object.fromEntries(missing.map(field => [field, ['Obrigatório']])))
}

/** Writes what is said of a campaign's course, and tells it. */
const move = (ctx: Ctx, before: Campaign, values: Partial<Campaign>) =>
  transaction(ctx, async ctx => {
    const [row] = await ctx.db.update(table).set(values).where(eq(table.id, before.id)).returning()
    await base.tell(ctx, 'update', row!)
    return row!
  })

const MINUTE_MS = 60_000

/** A date without a zone is one on the company's clock. */
export async function momentOf(ctx: Ctx, text: string) {
  const wall = WALL.exec(text)
  return wall ? companies.instantOf(await companies.get(ctx), `${wall[1]}T${wall[2]}`) : Date.parse(text)
}

/** With a date it is planned for it; without, it waits for somebody to begin it. The minute that runs is not over. */
async function planned(ctx: Ctx, text: string | null | undefined) {
  if (!text) return { scheduledAt: null, status: 'INATIVA' as const }
  const at = await momentOf(ctx, text)
  if (at < Date.now() - MINUTE_MS) throw invalid({ scheduledAt: ['Escolha uma hora que ainda não passou'] })
  return { scheduledAt: new Date(at), status: 'PROGRAMADA' as const }
}

const create = (ctx: Ctx, input: Input) =>
  transaction(ctx, async ctx => {
    if (input.scheduledAt) mustBeComplete(input)
    return base.insert(ctx, { ...input, ...(await planned(ctx, input.scheduledAt)) })
  })

/** Changes what may still be changed. */
const update = (ctx: Ctx, id: number, input: Partial<Input>) =>
  transaction(ctx, async ctx => {
    const before = await base.load(ctx, id)
    if (editable(before) === 'nothing') throw new AppError('ERR_CAMPAIGN_LOCKED', 400)
    const { scheduledAt, ...rest } = input
    if (before.status === 'CANCELADA') return base.change(ctx, before, pick(rest, openFields(before)))
    const after = { ...before, ...rest, ...(scheduledAt !== undefined && (await planned(ctx, scheduledAt))) }
    if (after.scheduledAt) mustBeComplete(after)
    const { status } = after
    return base.change(ctx, before, { ...rest, scheduledAt: after.scheduledAt, status })
  })
const pick = <Row extends object>(row: Row, keys: (keyof Row)[]): Partial<Row> =>
  Object.fromEntries(keys.flatMap(key => (key in row ? [[key, row[key]]] : []))) as Partial<Row>

/** A file comes with the texts. */
const setMedia: typeof base.setMedia = (ctx, id, media) =>
  transaction(ctx, async ctx => {
    if (editable(await base.load(ctx, id)) === 'nothing') throw new AppError('ERR_CAMPAIGN_LOCKED', 400)
    return base.setMedia(ctx, id, media)
  })

/** Takes a campaign out of its company at once. */
const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    const { status } = await base.load(ctx, id)
    if (status === 'EM_ANDAMENTO') throw new AppError('ERR_CAMPAIGN_RUNNING', 400)
    await discard(ctx, table, id, { whatsappId: null, contactListId: null, fileListId: null })
    ctx.publish('campaign', { action: 'delete', id }, toHolders('campaigns:use')(ctx))
  })

/** Deletes one that was taken out, when nobody is in it any more. */
const purge = (ctx: Ctx, id: number) => purgeDiscarded(ctx, table, id)

/** Those of a number that send, the one that sent longest ago first. */
const running = (ctx: Ctx, connectionId: number) =>
  ctx.db
    .select()
    .from(table)
    .where(and(eq(table.whatsappId, connectionId), eq(table.status, 'EM_ANDAMENTO'), isNull(table.pausedAt), ne(table.companyId, TRASH)))
    .orderBy(asc(table.lastSentAt), asc(table.id))
    .limit(100)

/** Those that are planned or run, of a number or a list. */
const activeOf = (ctx: Ctx, of: Partial<Record<'whatsappId' | 'contactListId' | 'fileListId', number>>) =>
  ctx.db
    .select()
    .from(table)
    .where(
      and(
        eq(table.companyId, ctx.companyId),
        ...Object.entries(of).map(([key, id]) => eq(table[key as keyof typeof of], id)),
        or(eq(table.status, 'PROGRAMADA'), eq(table.status, 'EM_ANDAMENTO')),
      ),
    )

const patch = (ctx: Ctx, id: number, values: Partial<Campaign>) =>
  ctx.db
    .update(table)
    .set(values)
    .where(and(eq(table.companyId, ctx.companyId), eq(table.id, id)))

/** Lets some campaigns forget a number that goes away. */
const leaveConnection = async (ctx: Ctx, connectionId: number, limit: number) =>
  (
    await ctx.db
      .update(table)
      .set({ whatsappId: null })
      .where(sql`id in (select id from campaigns where whatsapp_id = ${connectionId} limit ${limit})`)
  ).rowsAffected

export const campaigns = { ...base, create, update, setMedia, remove, purge, move, running, activeOf, patch, leaveConnection }

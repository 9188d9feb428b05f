import { and, eq, isNull, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, notFound } from '#kernel/errors'
import { deleteWithFiles, releaseMediaOf } from '#kernel/media/release-files'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { ofCompany } from '#kernel/noun/scope'
import { jsonPairs, jsonTexts } from '#kernel/storage/json-rows'
import { asCommitted, shapedRows } from '#kernel/storage/row-cache'
import { queues } from '../queues'
import { allow } from '../rights'
import { queueOptionApi } from './api'
import { MAX_DEPTH, MAX_OPTIONS, MAX_SIBLINGS, QueueOptionBody, QueueOptionPatch } from './body'
import { queueOptions as table } from './schema'

export * from './menu'
type QueueOption = typeof table.$inferSelect

const base = noun({
  name: 'queueOption',
  api: queueOptionApi,
  table,
  scope: ofCompany<QueueOption>(table),
  body: QueueOptionBody,
  patch: QueueOptionPatch,
  pageSize: 200,
  order: 'queue_id, parent_id, option',
  search: [table.title],
  filters: { queueId: table.queueId, parentId: table.parentId, queueOptionId: table.id },
  refs: { queueId: () => queues },
  check: mustFit,
  // Bounded by queue (`mustFit`), which is more than may stand in one answer.
  whole: false,
  media: true,
  rights: { write: allow('queues:write') },
  contract: { deleted: 'Option Delected' },
})

declare module '#kernel/context' {
  interface Events {
    queueOption: NounEvent<typeof queueOptionApi, QueueOption>
  }
}

/** A new option hangs on one of its own queue, and the tree stays one that a customer can walk. */
async function mustFit(ctx: Ctx, { queueId, parentId = null }: Partial<v.InferOutput<typeof QueueOptionBody>>, before?: QueueOption) {
  if (before) return
  if ((await ctx.db.$count(table, eq(table.queueId, queueId!))) >= MAX_OPTIONS)
    throw new AppError('ERR_QUEUE_OPTION_LIMIT', 400, { limit: MAX_OPTIONS })
  if ((await ctx.db.$count(table, siblings(ctx, { queueId: queueId!, parentId }))) >= MAX_SIBLINGS)
    throw new AppError('ERR_QUEUE_OPTION_LIMIT', 400, { limit: MAX_SIBLINGS })
  if (parentId === null) return
  const [above] = await ctx.db.all<{ depth: number }>(sql`
    with recursive above(id, parent_id, depth) as (
      select id, parent_id, 1 from ${table} where id = ${parentId} and queue_id = ${queueId} and company_id = ${ctx.companyId}
      union all
      select o.id, o.parent_id, above.depth + 1 from above join ${table} o on o.id = above.parent_id
    )
    select max(depth) depth from above having count(*) > 0`)
  if (!above) throw notFound('queueoption')
  if (above.depth >= MAX_DEPTH) throw new AppError('ERR_QUEUE_OPTION_DEPTH', 400, { limit: MAX_DEPTH })
}

const siblings = (ctx: Ctx, { queueId, parentId }: Pick<QueueOption, 'queueId' | 'parentId'>) =>
  and(
    eq(table.companyId, ctx.companyId),
    eq(table.queueId, queueId),
    parentId === null ? isNull(table.parentId) : eq(table.parentId, parentId),
  )

/** The options of a level in the order of their numbers, cached as committed: those below an option, or the first of the queue. */
async function children(ctx: Ctx, queueId: number, parentId: number | null): Promise<readonly Offered[]> {
  const committed = asCommitted(ctx)
  const load = ([id]: number[]) => jsonTexts(committed.db, LEVEL, [ctx.companyId, id!, parentId ?? 0])
  const levels = await levelsOf(committed, `${ctx.companyId} ${parentId}`, [queueId], load)
  return levels.get(queueId)!.options
}
type Offered = Pick<QueueOption, (typeof OFFERED)[number]>
const OFFERED = ['id', 'parentId', 'option', 'title', 'message', 'mediaPath', 'mediaName', 'mediaType'] as const
const LEVEL = `select json_object('id', ?2, 'options', json_group_array(json_object(${jsonPairs(table, 'o', OFFERED)}))) from (
  select * from queue_options where company_id = ?1 and queue_id = ?2 and ifnull(parent_id, 0) = ?3 order by option) o`
const levelsOf = shapedRows<{ id: number; options: Offered[] }>({
  name: 'options of queue',
  follows: [{ table: 'queue_options', part: 'options of queue', id: 'row.queue_id' }],
  partsOf: ({ id }) => [['options of queue', id]],
})

/** Moves the numbers of those beside an option; whoever shows them reads them again. */
async function renumber(ctx: Ctx, of: QueueOption, from: number, to: number, by: 1 | -1) {
  if (from > to) return
  await ctx.db
    .update(table)
    .set({ option: sql`${table.option} + ${by}` })
    .where(and(siblings(ctx, of), sql`${table.option} between ${from} and ${to}`))
  ctx.publish('queueOption', { action: 'create', records: [] })
}

const placeIn = (wanted: number | undefined, last: number) => Math.min(wanted ?? last, last)

const create = (ctx: Ctx, { option, ...input }: v.InferOutput<typeof QueueOptionBody>) =>
  transaction(ctx, async ctx => {
    const last = (await ctx.db.$count(table, siblings(ctx, input))) + 1
    const row = await base.insert(ctx, { ...input, option: last })
    return base.tell(ctx, 'create', await place(ctx, row, placeIn(option, last)))
  })

/** Gives an option another number: those between move by one. */
async function place(ctx: Ctx, row: QueueOption, option: number) {
  if (option === row.option) return row
  if (option < row.option) await renumber(ctx, row, option, row.option - 1, 1)
  else await renumber(ctx, row, row.option + 1, option, -1)
  return base.change(ctx, row, { option })
}

const update = (ctx: Ctx, id: number, { option, ...input }: v.InferOutput<typeof QueueOptionPatch>) =>
  transaction(ctx, async ctx => {
    const row = await base.change(ctx, await base.loadWritable(ctx, id), input)
    if (option === undefined) return base.tell(ctx, 'update', row)
    const last = await ctx.db.$count(table, siblings(ctx, row))
    return base.tell(ctx, 'update', await place(ctx, row, placeIn(option, last)))
  })

/** An option and all that hang on it. */
const branch = (id: number) =>
  sql`${table.id} in (with recursive branch(id) as (select ${id} union all select o.id from branch join ${table} o on o.parent_id = branch.id) select id from branch)`

/** Deletes an option with all that hangs on it; those after it move up. */
const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    const row = await base.load(ctx, id)
    const gone = await ctx.db.select({ mediaPath: table.mediaPath }).from(table).where(branch(id))
    await base.remove(ctx, id)
    await releaseMediaOf(ctx, gone)
    await renumber(ctx, row, row.option + 1, MAX_OPTIONS, -1)
  })

/** Deletes the menu of a queue that goes away. */
const removeAll = (ctx: Ctx, queueId: number) =>
  deleteWithFiles(ctx, table, and(eq(table.companyId, ctx.companyId), eq(table.queueId, queueId)))

/** Clients of the family are answered with the option above it, too. */
async function updated(ctx: Ctx, id: number, input: v.InferOutput<typeof QueueOptionPatch>) {
  const option = await update(ctx, id, input)
  return { ...option, parent: option.parentId === null ? null : await base.get(ctx, option.parentId) }
}

export const queueOptions = { ...base, create, update, remove, children, removeAll }
export const queueOptionRoutes = nounRoutes(queueOptions, { update: updated })

import { and, asc, eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, sqliteCode } from '#kernel/errors'
import { Id } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { integrations } from '../integrations'
import { plans } from '../plans'
import { allow } from '../rights'
import { QueueBody } from './body'
import { queues as table } from './schema'

export { QueueBody } from './body'
export type Queue = typeof table.$inferSelect
type Input = v.InferOutput<typeof QueueBody>

const mine = (ctx: Ctx) => eq(table.companyId, ctx.companyId)
const all = (ctx: Ctx) => ctx.db.select().from(table).where(mine(ctx)).orderBy(asc(table.orderQueue), asc(table.id))

async function get(ctx: Ctx, id: number) {
  const [row] = await ctx.db
    .select()
    .from(table)
    .where(and(mine(ctx), eq(table.id, id)))
  if (!row) throw new AppError('ERR_QUEUE_NOT_FOUND', 404)
  return row
}

/** Refuses ids that are not of the company. */
async function mustOwn(ctx: Ctx, ids: number[]) {
  const asked = [...new Set(ids)]
  if (!asked.length) return
  const rows = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(mine(ctx), inArray(table.id, asked)))
  if (rows.length !== asked.length) throw new AppError('ERR_QUEUE_NOT_FOUND', 404)
}

const taken = (error: unknown) =>
  !sqliteCode(error)
    ? error
    : new AppError(
        /queues\.color/.test(String((error as Error).cause ?? error)) ? 'ERR_QUEUE_COLOR_ALREADY_EXISTS' : 'ERR_QUEUE_NAME_ALREADY_EXISTS',
        400,
      )

const create = (ctx: Ctx, input: Input) =>
  transaction(ctx, async ctx => {
    await plans.assertCapacity(ctx, 'queues', table)
    await integrations.mustOwn(ctx, input.integrationId)
    const [queue] = await ctx.db
      .insert(table)
      .values({ ...input, companyId: ctx.companyId })
      .returning()
      .catch(error => Promise.reject(taken(error)))
    ctx.publish('queue', { action: 'update', queue })
    return queue!
  })

const update = (ctx: Ctx, id: number, input: Partial<Input>) =>
  transaction(ctx, async ctx => {
    await integrations.mustOwn(ctx, input.integrationId)
    const [queue] = await ctx.db
      .update(table)
      .set({ ...input, updatedAt: new Date() })
      .where(and(mine(ctx), eq(table.id, id)))
      .returning()
      .catch(error => Promise.reject(taken(error)))
    if (!queue) throw new AppError('ERR_QUEUE_NOT_FOUND', 404)
    ctx.publish('queue', { action: 'update', queue })
    return queue
  })

const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    const { rowsAffected } = await ctx.db.delete(table).where(and(mine(ctx), eq(table.id, id)))
    if (!rowsAffected) throw new AppError('ERR_QUEUE_NOT_FOUND', 404)
    ctx.publish('queue', { action: 'delete', queueId: id })
    ctx.access.changed({ companyId: ctx.companyId, queueId: id })
  })

/** Takes an integration that goes away from the queues it answers for. */
async function releaseIntegration(ctx: Ctx, integrationId: number) {
  const rows = await ctx.db
    .update(table)
    .set({ integrationId: null })
    .where(and(mine(ctx), eq(table.integrationId, integrationId)))
    .returning()
  for (const queue of rows) ctx.publish('queue', { action: 'update', queue })
}

export const queues = { all, get, mustOwn, create, update, remove, releaseIntegration }

export const queueRoutes = router()
  .get('/', async c => c.json(await all(c.var.ctx)))
  .get('/:id', valid('param', Id), async c => c.json(await get(c.var.ctx, c.req.valid('param').id)))
  .post('/', allow('queues:write'), valid('json', QueueBody), async c => c.json(await create(c.var.ctx, c.req.valid('json'))))
  .put('/:id', allow('queues:write'), valid('param', Id), valid('json', v.partial(QueueBody)), async c =>
    c.json(await update(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 201),
  )
  .delete('/:id', allow('queues:write'), valid('param', Id), async c => {
    await remove(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 200)
  })

import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { notFound } from '#kernel/errors'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { ownRows } from '#kernel/noun/own-rows'
import { nounRoutes } from '#kernel/noun/routes'
import { ofCompany } from '#kernel/noun/scope'
import { discard, purgeDiscarded } from '../companies'
import { integrations } from '../integrations'
import { plans } from '../plans'
import { prompts } from '../prompts/schema'
import { allow } from '../rights'
import { queueApi } from './api'
import { QueueBody } from './body'
import { queues as table } from './schema'

type Queue = typeof table.$inferSelect

/** By their table, since prompts know queues. */
const ownPrompts = ownRows(prompts, ofCompany(prompts).read, () => notFound('prompt'))

const base = noun({
  name: 'queue',
  api: queueApi,
  table,
  scope: ofCompany<Queue>(table),
  body: QueueBody,
  pageSize: 200,
  order: 'order_queue, id',
  search: [table.name],
  refs: { integrationId: () => integrations, promptId: () => ownPrompts },
  unique: { name: 'ERR_QUEUE_NAME_ALREADY_EXISTS', color: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
  check: plans.limits('queues', table),
  media: ['Arquivo Salvo', 'Arquivo excluído'],
  rights: { write: allow('queues:write') },
  contract: { updated: 201, deleted: null },
})

declare module '#kernel/context' {
  interface Events {
    queue: NounEvent<typeof queueApi, Queue>
  }
}

/** A new one is told as one that changed, as clients of the family know it. */
const create = (ctx: Ctx, input: v.InferOutput<typeof QueueBody>) =>
  transaction(ctx, async ctx => base.tell(ctx, 'update', await base.insert(ctx, input)))

/** Takes a queue out of its company at once: nobody holds it any more, and its name and colour are free. */
const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    await base.load(ctx, id)
    const unique = crypto.randomUUID()
    await discard(ctx, table, id, { name: unique, color: unique })
    ctx.publish('queue', { action: 'delete', queueId: id })
    ctx.access.changed({ companyId: ctx.companyId, queueId: id })
  })

/** Deletes one that was taken out, when nothing names it any more. */
const purge = (ctx: Ctx, id: number) => purgeDiscarded(ctx, table, id)

export const queues = { ...base, create, remove, purge }

/** `remove` sees to the tickets of the queue, too; it crosses nouns and so lives in flows/. */
export const queueRoutes = (remove: (ctx: Ctx, id: number) => Promise<void>) => nounRoutes(queues, { remove })

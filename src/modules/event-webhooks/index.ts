import { eq } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { ofCompany } from '#kernel/noun/scope'
import { discard, purgeDiscarded } from '../companies'
import { allow, toHolders } from '../rights'
import { eventWebhookApi } from './api'
import { EventWebhookBody, EventWebhookPatch } from './body'
import { deliveries } from './deliveries'
import { eventWebhooks as table } from './schema'

import { wakeWebhook } from './record'

export { deliver, hear, record } from './record'
export { deliveries, shownEvent, type Delivery } from './deliveries'
export type EventWebhook = typeof table.$inferSelect

/** Each event is a row for each of them, in the transaction of its reason. */
const MOST = 100
const write = allow('eventWebhooks:write')
const base = noun({
  name: 'eventWebhook',
  api: eventWebhookApi,
  table,
  scope: { ...ofCompany<EventWebhook>(table), rooms: toHolders('eventWebhooks:write') },
  body: EventWebhookBody,
  patch: EventWebhookPatch,
  pageSize: 50,
  order: 'sort_name, id',
  search: [table.name],
  unique: { name: 'Este nome já está em uso' },
  secrets: { secret: 'sealed' },
  async check(ctx, _, before) {
    if (!before && (await ctx.db.$count(table, eq(table.companyId, ctx.companyId))) >= MOST)
      throw new AppError('ERR_EVENT_WEBHOOK_LIMIT', 400, { limit: MOST })
  },
  rights: { read: write, write },
})

/** Resets the backoff: whoever changes one has mended it. */
const update = (ctx: Ctx, id: number, input: Partial<v.InferOutput<typeof EventWebhookBody>>) =>
  transaction(ctx, async ctx => {
    await base.mustOwn(ctx, id)
    await deliveries.fare(ctx, id, { failingSince: null, retryAt: null, lastError: null, gaveUp: false })
    await wakeWebhook(ctx, id)
    return base.update(ctx, id, input)
  })

declare module '#kernel/context' {
  interface Events {
    eventWebhook: NounEvent<typeof eventWebhookApi, EventWebhook>
  }
}

/** Takes one out of its company at once: nothing is told to it any more. Its deliveries may be as many as messages. */
const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    await base.load(ctx, id)
    await discard(ctx, table, id, { name: crypto.randomUUID(), enabled: false })
    ctx.publish('eventWebhook', { action: 'delete', id }, toHolders('eventWebhooks:write')(ctx))
  })

/** Deletes one that was taken out, when nothing of it is left. */
const purge = (ctx: Ctx, id: number) => purgeDiscarded(ctx, table, id)

/** How the last call went, told to those who see the list. */
async function fared(ctx: Ctx, id: number, values: Parameters<typeof deliveries.fare>[2]) {
  const [row] = await deliveries.fare(ctx, id, values)
  if (row) await base.tell(ctx, 'update', row)
}

export const eventWebhooks = { ...base, update, remove, purge, fared }

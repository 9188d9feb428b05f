import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { eventWebhooks } from '#modules/event-webhooks'
import { purge } from './purge'

/** Deletes an event webhook: nothing is told to it from now on, and what it was told goes in pieces. */
export const deleteEventWebhook = (ctx: Ctx, eventWebhookId: number) =>
  transaction(ctx, async ctx => {
    await eventWebhooks.remove(ctx, eventWebhookId)
    await jobs.enqueue(ctx, purge, { eventWebhookId })
  })

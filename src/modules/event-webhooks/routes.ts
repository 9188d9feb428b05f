import * as v from 'valibot'
import { Id } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { nounRoutes } from '#kernel/noun/routes'
import { transaction, type Ctx } from '#kernel/context'
import { allow } from '../rights'
import { deliveries } from './deliveries'
import { eventWebhooks } from './index'

const digits = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))
const Before = v.object({ before: v.optional(digits) })
const Which = v.object({ delivery: v.optional(digits) })
const After = v.object({
  after: v.optional(digits, '0'),
  limit: v.optional(v.pipe(digits, v.minValue(1), v.maxValue(500)), '100'),
})
const own = allow('eventWebhooks:write')

/** `remove` sees to the deliveries, too: it is a journey. */
export const eventWebhookRoutes = (remove: (ctx: Ctx, id: number) => Promise<void>) =>
  router()
    .get('/:id/deliveries', own, valid('param', Id), valid('query', Before), async c => {
      const { id } = c.req.valid('param')
      await eventWebhooks.mustOwn(c.var.ctx, id)
      return c.json(await deliveries.log(c.var.ctx, id, c.req.valid('query').before))
    })
    .post('/:id/replay', own, valid('param', Id), valid('query', Which), async c => {
      const { id } = c.req.valid('param')
      await eventWebhooks.mustOwn(c.var.ctx, id)
      const replayed = await transaction(c.var.ctx, ctx => deliveries.replay(ctx, id, c.req.valid('query').delivery))
      return c.json({ replayed })
    })
    .route('/', nounRoutes(eventWebhooks, { remove }))

/** What happened, for programs that ask. */
export const eventRoutes = () =>
  router().get('/', own, valid('query', After), async c => {
    const { after, limit } = c.req.valid('query')
    return c.json(await deliveries.after(c.var.ctx, after, limit))
  })

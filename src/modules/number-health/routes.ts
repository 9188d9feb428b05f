import { Id } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { connections } from '../connections'
import { numberHealth } from './index'

/** Whoever sees a connection sees how its number fares. */
export const numberHealthRoutes = router().get('/:id/health', valid('param', Id), async c =>
  c.json(await numberHealth.show(c.var.ctx, await connections.load(c.var.ctx, c.req.valid('param').id))),
)

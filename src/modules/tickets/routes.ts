import * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { Id } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { allow } from '../rights'
import { CloseAllBody, TicketBody, TicketPatch, TicketQuery } from './body'
import { tickets } from './index'

const Uuid = v.object({ uuid: v.pipe(v.string(), v.uuid('ERR_NO_TICKET_FOUND')) })

export type TicketJourneys = {
  markRead(ctx: Ctx, id: number): Promise<boolean>
  remove(ctx: Ctx, id: number): Promise<void>
}

export const ticketRoutes = ({ markRead, remove }: TicketJourneys) =>
  router()
    .get('/', valid('query', TicketQuery), async c => c.json(await tickets.list(c.var.ctx, c.req.valid('query'))))
    .get('/u/:uuid', valid('param', Uuid), async c => c.json(await tickets.byUuid(c.var.ctx, c.req.valid('param').uuid)))
    .get('/:id', valid('param', Id), async c => c.json(await tickets.details(c.var.ctx, c.req.valid('param').id)))
    .post('/', allow('tickets:write'), valid('json', TicketBody), async c => c.json(await tickets.open(c.var.ctx, c.req.valid('json'))))
    .post('/closeAll', allow('tickets:closeAll'), valid('json', CloseAllBody), async c => {
      const { status, selectedQueueIds } = c.req.valid('json')
      await tickets.closeAll(c.var.ctx, status, selectedQueueIds)
      return c.body(null, 200)
    })
    .post('/:id/read', allow('tickets:write'), valid('param', Id), async c => {
      await markRead(c.var.ctx, c.req.valid('param').id)
      return c.body(null, 200)
    })
    .put('/:id', allow('tickets:write'), valid('param', Id), valid('json', TicketPatch), async c => {
      const { id } = c.req.valid('param')
      await tickets.change(c.var.ctx, id, c.req.valid('json'))
      return c.json(await tickets.view(c.var.ctx, id))
    })
    .delete('/:id', allow('tickets:delete'), valid('param', Id), async c => {
      await remove(c.var.ctx, c.req.valid('param').id)
      return c.json({ message: 'ticket deleted' })
    })

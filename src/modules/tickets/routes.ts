import * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { Id } from '#kernel/http/paging'
import { answerText, router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { allow } from '../rights'
import type { AuthorizedTicket } from './authorized'
import type { OfQueues } from './list'
import { ActiveQuery, BoardQuery, BotBody, CloseAllBody, OthersQuery, SnoozeBody, TicketBody, TicketPatch, TicketQuery } from './body'
import { tickets } from './index'

export type NewTicket = Omit<v.InferOutput<typeof TicketBody>, 'status'>
export type TicketChange = v.InferOutput<typeof TicketPatch>
export type BotChange = v.InferOutput<typeof BotBody>

/** The journeys behind the routes; they cross nouns and so live in flows/. */
export type TicketJourneys = {
  open(ctx: Ctx, input: NewTicket): Promise<AuthorizedTicket>
  /** The ticket that stands in the way of a new one of a contact. */
  activeOf(ctx: Ctx, contactId: number): Promise<object | null>
  change(ctx: Ctx, id: number, patch: TicketChange): Promise<AuthorizedTicket>
  closeAll(ctx: Ctx, status: 'open' | 'pending', of: OfQueues): Promise<void>
  remove(ctx: Ctx, ticket: AuthorizedTicket): Promise<void>
  /** Tells whether anything was unread. */
  markRead(ctx: Ctx, ticket: AuthorizedTicket): Promise<boolean>
  unmarkUnread(ctx: Ctx, ticket: AuthorizedTicket): Promise<void>
  steerBot(ctx: Ctx, ticket: AuthorizedTicket, change: BotChange): Promise<AuthorizedTicket>
  snooze(
    ctx: Ctx,
    ticket: AuthorizedTicket,
    until: Date | null,
    seen: { seenAt?: Date | null; evenRead?: boolean },
  ): Promise<AuthorizedTicket>
  wake(ctx: Ctx, ticket: AuthorizedTicket): Promise<AuthorizedTicket>
}

const Uuid = v.object({ uuid: v.pipe(v.string(), v.uuid('ERR_NO_TICKET_FOUND')) })

export const boardRoutes = router().get('/kanban', allow('kanban:use'), valid('query', BoardQuery), async c =>
  answerText(c, await tickets.board(c.var.ctx, c.req.valid('query'))),
)

export const ticketRoutes = (journeys: TicketJourneys) =>
  router()
    .get('/', valid('query', TicketQuery), async c => answerText(c, await tickets.list(c.var.ctx, c.req.valid('query'))))
    .get('/u/:uuid', valid('param', Uuid), async c => {
      const { ctx } = c.var
      return c.json(await tickets.details(ctx, await tickets.loadByUuid(ctx, c.req.valid('param').uuid)))
    })
    .get('/pins', async c => c.json(await tickets.pinned(c.var.ctx)))
    .get('/active', allow('tickets:write'), valid('query', ActiveQuery), async c =>
      c.json(await journeys.activeOf(c.var.ctx, c.req.valid('query').contactId)),
    )
    .get('/:id', valid('param', Id), async c => {
      const { ctx } = c.var
      return c.json(await tickets.details(ctx, await tickets.load(ctx, c.req.valid('param').id)))
    })
    .get('/:id/others', valid('param', Id), valid('query', OthersQuery), async c => {
      const { ctx } = c.var
      return c.json(await tickets.others(ctx, await tickets.load(ctx, c.req.valid('param').id), c.req.valid('query').before))
    })
    .post('/', allow('tickets:write'), valid('json', TicketBody), async c => {
      const { ctx } = c.var
      return c.json(await tickets.opened(ctx, await journeys.open(ctx, c.req.valid('json'))))
    })
    .post('/closeAll', allow('tickets:closeAll'), valid('json', CloseAllBody), async c => {
      const { status, selectedQueueIds: queueIds, exceptQueueIds } = c.req.valid('json')
      await journeys.closeAll(c.var.ctx, status, { queueIds, exceptQueueIds })
      return c.body(null, 200)
    })
    .post('/:id/read', allow('tickets:write'), valid('param', Id), async c => {
      const { ctx } = c.var
      await journeys.markRead(ctx, await tickets.load(ctx, c.req.valid('param').id))
      return c.body(null, 200)
    })
    .post('/:id/unread', allow('tickets:write'), valid('param', Id), async c => {
      const { ctx } = c.var
      await tickets.markUnread(ctx, await tickets.load(ctx, c.req.valid('param').id))
      return c.body(null, 200)
    })
    .delete('/:id/unread', allow('tickets:write'), valid('param', Id), async c => {
      const { ctx } = c.var
      await journeys.unmarkUnread(ctx, await tickets.load(ctx, c.req.valid('param').id))
      return c.body(null, 200)
    })
    .put('/:id/pin', allow('tickets:write'), valid('param', Id), async c => {
      const { ctx } = c.var
      await tickets.pin(ctx, await tickets.load(ctx, c.req.valid('param').id))
      return c.body(null, 200)
    })
    .delete('/:id/pin', allow('tickets:write'), valid('param', Id), async c => {
      const { ctx } = c.var
      await tickets.unpin(ctx, await tickets.load(ctx, c.req.valid('param').id))
      return c.body(null, 200)
    })
    .put('/:id/bot', allow('tickets:write'), valid('param', Id), valid('json', BotBody), async c => {
      const { ctx } = c.var
      const ticket = await journeys.steerBot(ctx, await tickets.load(ctx, c.req.valid('param').id), c.req.valid('json'))
      return c.json(await tickets.details(ctx, ticket))
    })
    .put('/:id/snooze', allow('tickets:write'), valid('param', Id), valid('json', SnoozeBody), async c => {
      const { ctx } = c.var
      const ticket = await tickets.load(ctx, c.req.valid('param').id)
      const { until, ...seen } = c.req.valid('json')
      return c.json(await tickets.details(ctx, await journeys.snooze(ctx, ticket, until, seen)))
    })
    .delete('/:id/snooze', allow('tickets:write'), valid('param', Id), async c => {
      const { ctx } = c.var
      const ticket = await tickets.load(ctx, c.req.valid('param').id)
      return c.json(await tickets.details(ctx, await journeys.wake(ctx, ticket)))
    })
    .put('/:id', allow('tickets:write'), valid('param', Id), valid('json', TicketPatch), async c => {
      const { ctx } = c.var
      const ticket = await journeys.change(ctx, c.req.valid('param').id, c.req.valid('json'))
      return c.json(await tickets.details(ctx, ticket))
    })
    .delete('/:id', allow('tickets:delete'), valid('param', Id), async c => {
      const { ctx } = c.var
      await journeys.remove(ctx, await tickets.load(ctx, c.req.valid('param').id))
      return c.json({ message: 'ticket deleted' })
    })

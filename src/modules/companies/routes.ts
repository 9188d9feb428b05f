import * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { Id, Page } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { RowId } from '#kernel/ids'
import { allow } from '../rights'
import { CompanyBody, CompanyHoursBody, CompanyPatch, EntryBody, MoveBody, PeriodBody } from './body'
import { companies } from './index'

/** What crosses nouns, and so lives in flows/. */
type CompanyJourneys = {
  create(ctx: Ctx, input: v.InferOutput<typeof CompanyBody>): Promise<object>
  remove(ctx: Ctx, id: number): Promise<void>
  enter(ctx: Ctx, id: number, entry: v.InferOutput<typeof EntryBody>, userAgent: string): Promise<object>
  move(ctx: Ctx, id: number, to: v.InferOutput<typeof MoveBody>): Promise<object>
  /** The address under which the data of a company can be fetched for a while: all of it, or what the company itself may read. */
  exportAddress(ctx: Ctx, id: number, reader: 'company' | 'operator'): Promise<string>
}

const Query = v.object({
  ...Page.entries,
  state: v.optional(v.picklist(['dueSoon', 'overdue', 'suspended', 'demonstration'])),
  /** Whose they are: a reseller's, or 0 for the house's. */
  resellerId: v.optional(v.union([v.pipe(v.literal('0'), v.transform(Number)), RowId])),
})

export function companyRoutes(journeys: CompanyJourneys) {
  const operates = allow('companies:write')
  return (
    router()
      .get('/', operates, valid('query', Query), async c => {
        const { state, resellerId, ...page } = c.req.valid('query')
        return c.json(await companies.list(c.var.ctx, page, { state, resellerId }))
      })
      .get('/list', operates, async c => c.json(await companies.all(c.var.ctx)))
      .get('/listPlan/:id', valid('param', Id), async c => c.json(await companies.withPlan(c.var.ctx, c.req.valid('param').id)))
      // Their own data is a company's also when nothing else is: it reads when it is suspended.
      .get('/export', allow('settings:write'), async c =>
        c.json({ address: await journeys.exportAddress(c.var.ctx, c.var.ctx.companyId, 'company') }),
      )
      .get('/:id', valid('param', Id), async c => c.json(await companies.find(c.var.ctx, c.req.valid('param').id)))
      .post('/', operates, valid('json', CompanyBody), async c => c.json(await journeys.create(c.var.ctx, c.req.valid('json'))))
      .put('/:id', operates, valid('param', Id), valid('json', CompanyPatch), async c =>
        c.json(await companies.update(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
      )
      .put('/:id/schedules', allow('settings:write'), valid('param', Id), valid('json', CompanyHoursBody), async c =>
        c.json(await companies.setHours(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
      )
      .post('/:id/due-date', operates, valid('param', Id), valid('json', PeriodBody), async c =>
        c.json(await companies.extend(c.var.ctx, c.req.valid('param').id, c.req.valid('json').from)),
      )
      .post('/:id/reseller', allow('resellers:write'), valid('param', Id), valid('json', MoveBody), async c =>
        c.json(await journeys.move(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
      )
      .post('/:id/enter', operates, valid('param', Id), valid('json', EntryBody), async c =>
        c.json(await journeys.enter(c.var.ctx, c.req.valid('param').id, c.req.valid('json'), c.req.header('user-agent') ?? '')),
      )
      .post('/:id/export', operates, valid('param', Id), async c =>
        c.json({ address: await journeys.exportAddress(c.var.ctx, c.req.valid('param').id, 'operator') }),
      )
      .delete('/:id', operates, valid('param', Id), async c => {
        await journeys.remove(c.var.ctx, c.req.valid('param').id)
        return c.json({ message: 'Company deleted' })
      })
  )
}

import type * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { invalid } from '#kernel/errors'
import { Id, Page } from '#kernel/http/paging'
import { type Env, router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import { allow } from '../rights'
import { OperatorBody, ResellerBody, ResellerPatch } from './body'
import { domainOf } from './directory'
import { resellers, type NewReseller } from './index'

/** Make people and companies too, and so live in flows/. */
type ResellerJourneys = {
  create(ctx: Ctx, input: NewReseller): Promise<object>
  addOperator(ctx: Ctx, id: number, input: v.InferOutput<typeof OperatorBody>): Promise<object>
}

/** The house's operators alone: a reseller's own learn of no other. */
export function resellerRoutes({ create, addOperator }: ResellerJourneys, publicUrl: string | undefined) {
  const operates = allow('resellers:write')
  /** At the address of a reseller nobody of the house can sign in, and so it is none by which the house is reached. */
  function mustLeaveHouse({ host, here }: Env['Variables'], { domains = [] }: { domains?: string[] }) {
    const own = [here ? '' : domainOf(host), (publicUrl && new URL(publicUrl).hostname) ?? '']
    if (domains.some(domain => own.includes(domain))) throw invalid({ domains: ['Por este endereço se entra na própria instalação'] })
  }
  return router()
    .get('/', operates, valid('query', Page), async c => c.json(await resellers.list(c.var.ctx, c.req.valid('query'))))
    .get('/list', operates, async c => c.json(await resellers.all(c.var.ctx)))
    .get('/:id', operates, valid('param', Id), async c => c.json(await resellers.get(c.var.ctx, c.req.valid('param').id)))
    .post('/', operates, valid('json', ResellerBody), async c => {
      mustLeaveHouse(c.var, c.req.valid('json'))
      return c.json(await create(c.var.ctx, c.req.valid('json')))
    })
    .put('/:id', operates, valid('param', Id), valid('json', ResellerPatch), async c => {
      mustLeaveHouse(c.var, c.req.valid('json'))
      return c.json(await resellers.update(c.var.ctx, c.req.valid('param').id, c.req.valid('json')))
    })
    .post('/:id/operators', operates, valid('param', Id), valid('json', OperatorBody), async c =>
      c.json(await addOperator(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
    )
}

import * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { Id, Page, router, valid } from '#kernel/http'
import type { Person } from '../connections'
import { allow } from '../rights'
import { ContactBody } from './body'
import { contacts } from './index'

/** `identify` asks the network for its own form of a number; it throws when the number has no account. */
export const contactRoutes = (identify: (ctx: Ctx, number: string) => Promise<Person>) =>
  router()
    .get('/', valid('query', Page), async c => c.json(await contacts.list(c.var.ctx, c.req.valid('query'))))
    .get('/list', valid('query', v.object({ name: v.optional(v.pipe(v.string(), v.maxLength(200), v.trim()), '') })), async c =>
      c.json(await contacts.all(c.var.ctx, c.req.valid('query').name)),
    )
    .get('/:id', valid('param', Id), async c => c.json(await contacts.get(c.var.ctx, c.req.valid('param').id)))
    .post('/', allow('contacts:write'), valid('json', ContactBody), async c => {
      const body = c.req.valid('json')
      return c.json(await contacts.create(c.var.ctx, body, await identify(c.var.ctx, body.number)))
    })
    .put('/:id', allow('contacts:write'), valid('param', Id), valid('json', v.partial(ContactBody)), async c =>
      c.json(await contacts.update(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
    )
    .delete('/:id', allow('contacts:delete'), valid('param', Id), async c => {
      await contacts.remove(c.var.ctx, c.req.valid('param').id)
      return c.json({ message: 'Contact deleted' })
    })

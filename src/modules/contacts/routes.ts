import * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { Id, Page, searchParam } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import type { Person } from '../connections'
import { allow } from '../rights'
import { ContactBody } from './body'
import { contacts } from './index'

export type ContactJourneys = {
  /** The network's own form of a number; throws when the number has no account. */
  identify(ctx: Ctx, number: string): Promise<Person>
  /** Deletes a contact with its tickets. */
  remove(ctx: Ctx, id: number): Promise<void>
  /** Takes the last merge of a contact back. */
  undoMerge(ctx: Ctx, id: number): Promise<unknown>
}

/** By hand, because existing clients search the short list by another name than any other. */
export const contactRoutes = ({ identify, remove, undoMerge }: ContactJourneys) =>
  router()
    .get('/', valid('query', Page), async c => c.json(await contacts.list(c.var.ctx, c.req.valid('query'))))
    .get('/list', valid('query', v.object({ name: searchParam })), async c =>
      c.json(await contacts.all(c.var.ctx, c.req.valid('query').name)),
    )
    .get('/:id', valid('param', Id), async c => c.json(await contacts.get(c.var.ctx, c.req.valid('param').id)))
    .post('/', allow('contacts:write'), valid('json', ContactBody), async c => {
      const body = c.req.valid('json')
      return c.json(await contacts.create(c.var.ctx, body, await identify(c.var.ctx, body.number)))
    })
    .post('/:id/unmerge', allow('contacts:merge'), valid('param', Id), async c => {
      await undoMerge(c.var.ctx, c.req.valid('param').id)
      return c.json(await contacts.get(c.var.ctx, c.req.valid('param').id))
    })
    .put('/:id', allow('contacts:write'), valid('param', Id), valid('json', v.partial(ContactBody)), async c =>
      c.json(await contacts.update(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
    )
    .delete('/:id', allow('contacts:delete'), valid('param', Id), async c => {
      await remove(c.var.ctx, c.req.valid('param').id)
      return c.json({ message: 'Contact deleted' })
    })

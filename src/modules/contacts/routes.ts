import * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { Id, searchParam } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { ROWS_BODY } from '#kernel/http/limits'
import { isForm, valid, validUnlessForm } from '#kernel/http/validation'
import { RowId } from '#kernel/ids'
import { ImportBody, uploadedRows } from '#kernel/media/spreadsheet-rows'
import { allow } from '../rights'
import { ContactBody } from './body'
import { rowsOfTable } from './imports'
import { contacts, phoneBook, shownContact, type SeesActive } from './index'
import type { Visible } from './list'
import { ContactQuery } from './query'

type ContactJourneys = {
  /** Adds somebody by the network's own form of the number; throws when the number has no account. */
  add(ctx: Ctx, input: v.InferOutput<typeof ContactBody>): ReturnType<typeof contacts.create>
  /** Deletes a contact with its tickets. */
  remove(ctx: Ctx, id: number): Promise<void>
  /** Makes the second contact part of the first. */
  merge(ctx: Ctx, keptId: number, goneId: number): Promise<{ id: number }>
  /** Takes the last merge of a contact back. */
  undoMerge(ctx: Ctx, id: number): Promise<unknown>
  visible: Visible
  seesActive: SeesActive
  /** Has the numbers checked that nobody asked the network about; how far that is. */
  check(ctx: Ctx): Promise<object>
  stopCheck(ctx: Ctx): Promise<object>
  progress(ctx: Ctx): Promise<object>
}

/** The contacts that a spreadsheet brought, all of which are told at once. What is wrong with a row keeps nobody else out. */
const uploaded = async (ctx: Ctx, request: Request) =>
  (await uploadedRows(ctx, request, rowsOfTable, rows => contacts.importRows(ctx, rows))).made.map(contact => shownContact(ctx, contact))

/** By hand, because existing clients search the short list by another name than any other. */
export const contactRoutes = ({ add, remove, merge, undoMerge, visible, seesActive, check, stopCheck, progress }: ContactJourneys) =>
  router()
    .get('/', valid('query', ContactQuery), async c => c.json(await contacts.list(c.var.ctx, c.req.valid('query'), visible)))
    .get('/list', valid('query', v.object({ name: searchParam })), async c =>
      c.json(await contacts.all(c.var.ctx, c.req.valid('query').name)),
    )
    .get('/duplicates', allow('contacts:merge'), async c => c.json(await contacts.duplicates(c.var.ctx)))
    .get('/merges', allow('contacts:merge'), async c => c.json(await contacts.recentMerges(c.var.ctx)))
    .post('/upload', allow('contacts:write'), validUnlessForm(ImportBody, { files: 'file' }, ROWS_BODY), async c => {
      const { ctx } = c.var
      // Clients of this family send the file, and show what became of it.
      if (isForm(c.req.raw)) return c.json(await uploaded(ctx, c.req.raw))
      const { made: _, ...taken } = await contacts.importRows(ctx, c.req.valid('json').rows)
      return c.json(taken)
    })
    .post('/import', allow('contacts:write'), async c =>
      c.json({ message: 'contacts imported', ...(await phoneBook.importAll(c.var.ctx)) }),
    )
    .get('/check', allow('contacts:write'), async c => c.json(await progress(c.var.ctx)))
    .post('/check', allow('contacts:write'), async c => c.json(await check(c.var.ctx)))
    .delete('/check', allow('contacts:write'), async c => c.json(await stopCheck(c.var.ctx)))
    .get('/:id', valid('param', Id), async c => c.json(await contacts.get(c.var.ctx, c.req.valid('param').id)))
    .post('/', allow('contacts:write'), valid('json', ContactBody), async c => c.json(await add(c.var.ctx, c.req.valid('json'))))
    .get('/:id/merge', allow('contacts:merge'), valid('param', Id), valid('query', v.object({ contactId: v.optional(RowId) })), async c => {
      const { id } = c.req.valid('param')
      return c.json(await contacts.mergePreview(c.var.ctx, id, c.req.valid('query').contactId ?? id))
    })
    .post('/:id/merge', allow('contacts:merge'), valid('param', Id), valid('json', v.object({ contactId: RowId })), async c => {
      const { id } = await merge(c.var.ctx, c.req.valid('param').id, c.req.valid('json').contactId)
      return c.json(await contacts.get(c.var.ctx, id))
    })
    .post('/:id/unmerge', allow('contacts:merge'), valid('param', Id), async c => {
      await undoMerge(c.var.ctx, c.req.valid('param').id)
      return c.json(await contacts.get(c.var.ctx, c.req.valid('param').id))
    })
    .put('/:id', allow('contacts:write'), valid('param', Id), valid('json', v.partial(ContactBody)), async c =>
      c.json(await contacts.update(c.var.ctx, c.req.valid('param').id, c.req.valid('json'), seesActive)),
    )
    .delete('/:id', allow('contacts:delete'), valid('param', Id), async c => {
      await remove(c.var.ctx, c.req.valid('param').id)
      return c.json({ message: 'Contact deleted' })
    })

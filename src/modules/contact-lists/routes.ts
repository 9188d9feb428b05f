import type { Ctx } from '#kernel/context'
import { Id } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { ROWS_BODY } from '#kernel/http/limits'
import { isForm, valid, validUnlessForm } from '#kernel/http/validation'
import { ImportBody } from '#kernel/media/spreadsheet-rows'
import { nounRoutes } from '#kernel/noun/routes'
import { allow } from '../rights'
import { contactLists } from './index'
import { ListSource } from './source'

export type ContactListJourneys = {
  remove(ctx: Ctx, id: number): Promise<void>
  /** Puts people of a spreadsheet into a list: those of a form are told as they stand, those of rows as counts. */
  addRows(ctx: Ctx, id: number, rows: unknown[]): Promise<object>
  addFile(ctx: Ctx, id: number, request: Request): Promise<object[]>
  /** Makes a list of people who are known. */
  make(ctx: Ctx, source: ListSource): Promise<object>
  /** Has the numbers checked that are not known to be on WhatsApp; ends that. */
  check(ctx: Ctx, id: number): Promise<object>
  stopCheck(ctx: Ctx, id: number): Promise<object>
}

const write = allow('campaigns:use')

export const contactListRoutes = ({ remove, addRows, addFile, make, check, stopCheck }: ContactListJourneys) =>
  router()
    .post('/from', write, valid('json', ListSource), async c => c.json(await make(c.var.ctx, c.req.valid('json'))))
    .post('/:id/upload', write, valid('param', Id), validUnlessForm(ImportBody, { files: 'file' }, ROWS_BODY), async c => {
      const { ctx } = c.var
      const { id } = c.req.valid('param')
      await contactLists.load(ctx, id)
      return c.json(isForm(c.req.raw) ? await addFile(ctx, id, c.req.raw) : await addRows(ctx, id, c.req.valid('json').rows))
    })
    .post('/:id/check', write, valid('param', Id), async c => c.json(await check(c.var.ctx, c.req.valid('param').id)))
    .delete('/:id/check', write, valid('param', Id), async c => c.json(await stopCheck(c.var.ctx, c.req.valid('param').id)))
    .route('/', nounRoutes(contactLists, { remove }))

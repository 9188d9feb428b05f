import type { MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { afterWait, type Ctx } from '../context'
import { ROWS_BODY } from '../http/limits'
import { Id, Page } from '../http/paging'
import { RowId } from '../ids'
import { answerText, type Env, router } from '../http/router'
import { takesForm, valid } from '../http/validation'
import { storedFor } from '../media/release-files'
import { storedUpload } from '../media/row-file'
import { ImportBody } from '../media/spreadsheet-rows'
import type { Filters, Noun } from './noun'

const everyone: MiddlewareHandler<Env> = (_, next) => next()
/** The id of a row, or -1 for none. */
export const Filter = v.optional(
  v.union([
    v.pipe(
      v.literal('-1'),
      v.transform(() => null),
    ),
    RowId,
  ]),
)
const NO_MEDIA = { mediaPath: null, mediaName: null, mediaType: null }

/** The verbs that routes run: the noun's own, each of which one of another name may replace. */
type Verbs = {
  list(ctx: Ctx, page: Page, filters?: Filters): Promise<object>
  all(ctx: Ctx, text?: string, filters?: Filters): Promise<object[]>
  /** A text is JSON already. */
  get(ctx: Ctx, id: number): Promise<object | string>
  create(ctx: Ctx, input: never): Promise<object>
  update(ctx: Ctx, id: number, input: never): Promise<object>
  remove(ctx: Ctx, id: number): Promise<unknown>
  importRows(ctx: Ctx, rows: unknown[]): Promise<object>
}

/** GET /, /list and /:id, POST, PUT and DELETE of a noun; /:id/media-upload where its rows have a file, /import where a spreadsheet brings some. */
export function nounRoutes(noun: { facts: Noun['facts'] } & Verbs & Pick<Noun, 'loadWritable' | 'setMedia'>, special: Partial<Verbs> = {}) {
  const { api, body, patch = v.partial(body), filters = {}, rights, contract = {}, name, media, imports } = noun.facts as Noun['facts']
  const verbs = { ...noun, ...special }
  const [kept, taken] = Array.isArray(media) ? media : ['Arquivo Anexado', 'Arquivo Excluído']
  const read = rights.read ?? everyone
  const create = rights.create ?? rights.write
  const Query = v.object({ ...Page.entries, ...Object.fromEntries(Object.keys(filters).map(key => [key, Filter])) })

  const routes = router().get('/', read, valid('query', Query), async c => {
    const { searchParam, pageNumber, ...rest } = c.req.valid('query')
    const { ctx } = c.var
    return c.json(api.rows === null ? await verbs.all(ctx, searchParam, rest) : await verbs.list(ctx, { searchParam, pageNumber }, rest))
  })
  if (contract.list !== false)
    routes.get('/list', read, valid('query', Query), async c => {
      const { searchParam, pageNumber: _, ...rest } = c.req.valid('query')
      return c.json(await verbs.all(c.var.ctx, searchParam, rest))
    })
  routes
    .get('/:id', read, valid('param', Id), async c => {
      const row = await verbs.get(c.var.ctx, c.req.valid('param').id)
      return typeof row === 'string' ? answerText(c, row) : c.json(row)
    })
    .post('/', create, valid('json', body), async c => c.json(await verbs.create(c.var.ctx, c.req.valid('json') as never)))
    .put('/:id', rights.write, valid('param', Id), valid('json', patch), async c =>
      c.json(await verbs.update(c.var.ctx, c.req.valid('param').id, c.req.valid('json') as never), contract.updated ?? 200),
    )
    .delete('/:id', rights.remove ?? rights.write, valid('param', Id), async c => {
      await verbs.remove(c.var.ctx, c.req.valid('param').id)
      const { deleted = `${name[0]!.toUpperCase()}${name.slice(1)} deleted` } = contract
      return deleted === null ? c.body(null, 200) : c.json({ message: deleted })
    })
  if (imports)
    routes.post('/import', create, valid('json', ImportBody, ROWS_BODY), async c =>
      c.json(await verbs.importRows(c.var.ctx, c.req.valid('json').rows)),
    )
  if (media)
    routes
      .post('/:id/media-upload', rights.write, valid('param', Id), takesForm, async c => {
        const { id } = c.req.valid('param')
        await noun.loadWritable(c.var.ctx, id)
        const storing = {
          store: (request: Request) => storedUpload(c.var.ctx, request, media === 'picture'),
          hashOf: ({ mediaPath }: { mediaPath: string | null }) => mediaPath,
        }
        await storedFor(c.var.ctx, [c.req.raw], storing, ([stored]) => afterWait(c.var.ctx, ctx => noun.setMedia(ctx, id, stored!)))
        return c.json({ mensagem: kept })
      })
      .delete('/:id/media-upload', rights.write, valid('param', Id), async c => {
        await noun.setMedia(c.var.ctx, c.req.valid('param').id, NO_MEDIA)
        return c.json({ mensagem: taken })
      })
  return routes
}

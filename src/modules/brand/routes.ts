import type * as v from 'valibot'
import { AppError } from '#kernel/errors'
import { router } from '#kernel/http/router'
import { takesForm, valid } from '#kernel/http/validation'
import { withForm } from '#kernel/media/uploaded-form'
import type { Ctx } from '#kernel/context'
import { allow } from '../rights'
import { BrandBody, ColorsQuery, OfReseller, RefQuery, TargetParam } from './body'
import { colorsOf, PRODUCT_COLORS } from './colors'
import { brand } from '.'

const operates = allow('settings:installation')

const theFile = <T>(ctx: Ctx, request: Request, work: (file: File) => Promise<T>) =>
  withForm(ctx, request, async form => {
    const file = form.get('file')
    if (!(file instanceof File)) throw new AppError('ERR_FILE_REQUIRED', 400)
    return work(file)
  })

/** The house's operators say whose brand it is; a reseller's have one. */
const of = valid('query', OfReseller)
const asked = (c: { req: { valid(target: 'query'): v.InferOutput<typeof OfReseller> } }) => c.req.valid('query').resellerId

export const brandRoutes = router()
  .get('/', operates, of, async c => c.json(await brand.edited(c.var.ctx, asked(c))))
  .put('/', operates, of, valid('json', BrandBody), async c => c.json(await brand.save(c.var.ctx, c.req.valid('json'), asked(c))))
  .delete('/', operates, of, async c => c.json(await brand.reset(c.var.ctx, asked(c))))
  .get('/colors', operates, valid('query', ColorsQuery), c => c.json(colorsOf(c.req.valid('query')) ?? PRODUCT_COLORS))
  .get('/export', operates, of, async c => c.json(await brand.exported(c.var.ctx, asked(c))))
  .post('/import', operates, of, takesForm, async c =>
    c.json(await theFile(c.var.ctx, c.req.raw, async file => brand.imported(c.var.ctx, await file.text(), asked(c)))),
  )
  .post('/files/:target', operates, of, valid('param', TargetParam), takesForm, async c =>
    c.json(await theFile(c.var.ctx, c.req.raw, file => brand.keep(c.var.ctx, c.req.valid('param').target, file, asked(c)))),
  )
  .delete('/files/:target', operates, of, valid('param', TargetParam), async c =>
    c.json(await brand.take(c.var.ctx, c.req.valid('param').target, asked(c))),
  )

/** The upload of a logo as older clients ask for it. */
export const olderLogoRoutes = router().post('/media-upload', operates, valid('query', RefQuery), takesForm, async c => {
  await theFile(c.var.ctx, c.req.raw, file => brand.keep(c.var.ctx, c.req.valid('query').ref, file))
  return c.json({ mensagem: 'Arquivo Anexado' })
})

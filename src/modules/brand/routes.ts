import { AppError } from '#kernel/errors'
import { router } from '#kernel/http/router'
import { takesForm, valid } from '#kernel/http/validation'
import { withForm } from '#kernel/media/uploaded-form'
import type { Ctx } from '#kernel/context'
import { allow } from '../rights'
import { BrandBody, ColorsQuery, RefQuery, TargetParam } from './body'
import { colorsOf } from './colors'
import { PRODUCT_COLOR } from './read'
import { brand } from '.'

const operates = allow('settings:installation')

const theFile = <T>(ctx: Ctx, request: Request, work: (file: File) => Promise<T>) =>
  withForm(ctx, request, async form => {
    const file = form.get('file')
    if (!(file instanceof File)) throw new AppError('ERR_FILE_REQUIRED', 400)
    return work(file)
  })

export const brandRoutes = router()
  .get('/', operates, async c => c.json(await brand.edited(c.var.ctx)))
  .put('/', operates, valid('json', BrandBody), async c => c.json(await brand.save(c.var.ctx, c.req.valid('json'))))
  .delete('/', operates, async c => c.json(await brand.reset(c.var.ctx)))
  .get('/colors', operates, valid('query', ColorsQuery), c =>
    c.json(colorsOf(c.req.valid('query')) ?? colorsOf({ color: PRODUCT_COLOR, colorDark: '' })!),
  )
  .get('/export', operates, async c => c.json(await brand.exported(c.var.ctx)))
  .post('/import', operates, takesForm, async c =>
    c.json(await theFile(c.var.ctx, c.req.raw, async file => brand.imported(c.var.ctx, await file.text()))),
  )
  .post('/files/:target', operates, valid('param', TargetParam), takesForm, async c =>
    c.json(await theFile(c.var.ctx, c.req.raw, file => brand.keep(c.var.ctx, c.req.valid('param').target, file))),
  )
  .delete('/files/:target', operates, valid('param', TargetParam), async c =>
    c.json(await brand.take(c.var.ctx, c.req.valid('param').target)),
  )

/** The upload of a logo as older clients ask for it. */
export const olderLogoRoutes = router().post('/media-upload', operates, valid('query', RefQuery), takesForm, async c => {
  await theFile(c.var.ctx, c.req.raw, file => brand.keep(c.var.ctx, c.req.valid('query').ref, file))
  return c.json({ mensagem: 'Arquivo Anexado' })
})

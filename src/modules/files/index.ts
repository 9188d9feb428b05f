import { or, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { afterWait, transaction, type Ctx } from '#kernel/context'
import { AppError, notFound } from '#kernel/errors'
import { Id } from '#kernel/http/paging'
import { storedFor } from '#kernel/media/release-files'
import { takesForm, valid } from '#kernel/http/validation'
import { withForm } from '#kernel/media/uploaded-form'
import type { NounEvent } from '#kernel/noun/api'
import { storedFile } from '#kernel/media/row-file'
import { noun } from '#kernel/noun/noun'
import { contains } from '#kernel/storage/contains'
import { nounRoutes } from '#kernel/noun/routes'
import { ofCompany } from '#kernel/noun/scope'
import { allow } from '../rights'
import { fileApi } from './api'
import { FileListBody, MAX_FILES } from './body'
import { filesOf, optionsOf, setFile, setOptions } from './options'
import { fileLists as table, fileOptions } from './schema'

export { captionOf } from './body'
type FileList = typeof table.$inferSelect
type Input = v.InferOutput<typeof FileListBody>

const base = noun({
  name: 'fileList',
  api: fileApi,
  table,
  scope: ofCompany<FileList>(table),
  body: FileListBody,
  pageSize: 20,
  order: 'sort_name, id',
  search: async (_, text) => {
    const named = or(contains(fileOptions.name, text), contains(fileOptions.mediaName, text))
    return or(
      contains(table.name, text),
      sql`exists (select 1 from file_options where ${fileOptions.fileListId} = ${table.id} and ${named})`,
    )
  },
  unique: { name: 'Este nome já está em uso' },
  rights: { write: allow('files:write') },
  async view(ctx, rows) {
    const options = await optionsOf(
      ctx,
      rows.map(({ id }) => id),
    )
    return rows.map(row => ({ ...row, options: options.get(row.id) ?? [] }))
  },
  contract: { deleted: 'File List deleted' },
})

declare module '#kernel/context' {
  interface Events {
    file: NounEvent<typeof fileApi, Awaited<ReturnType<typeof base.get>>>
  }
}

const create = (ctx: Ctx, { options = [], ...input }: Input) =>
  transaction(ctx, async ctx => {
    const row = await base.insert(ctx, input)
    await setOptions(ctx, row.id, options)
    return base.tell(ctx, 'create', row)
  })

const update = (ctx: Ctx, id: number, { options, ...input }: Partial<Input>) =>
  transaction(ctx, async ctx => {
    const row = await base.change(ctx, await base.loadWritable(ctx, id), input)
    if (options) await setOptions(ctx, id, options)
    return base.tell(ctx, 'update', row)
  })

export type FileJourneys = {
  /** Refuses to change a list while something sends its files. */
  mustBeIdle(ctx: Ctx, id: number): Promise<void>
  remove(ctx: Ctx, id: number): Promise<void>
}

/** Files for options that are there: the n-th file is that of the n-th `id`. None is kept unless all can be. */
async function upload(ctx: Ctx, listId: number, request: Request, mustBeIdle: FileJourneys['mustBeIdle']) {
  const { options } = await base.get(ctx, listId)
  await mustBeIdle(ctx, listId)
  const isKnown = (id: number | undefined) => options.some(option => option.id === id)
  await withForm(ctx, request, async form => {
    const sent = form.getAll('files').filter(one => one instanceof File)
    if (!sent.length) throw new AppError('ERR_FILE_REQUIRED', 400)
    if (sent.length > MAX_FILES) throw new AppError('ERR_TOO_MANY_FILES', 400, { max: MAX_FILES })
    const ids = form.getAll('id').map(Number)
    if (sent.some((_, i) => !isKnown(ids[i]))) throw notFound('filelist')
    const storing = { store: (file: File) => storedFile(ctx, file), hashOf: ({ mediaPath }: { mediaPath: string | null }) => mediaPath }
    await storedFor(ctx, sent, storing, kept =>
      afterWait(ctx, async ctx => {
        const row = await base.loadWritable(ctx, listId)
        await mustBeIdle(ctx, listId)
        for (const [i, file] of kept.entries()) await setFile(ctx, listId, ids[i]!, file)
        await base.tell(ctx, 'update', row)
      }),
    )
  })
}

export const files = { ...base, create, update, filesOf }
export const fileRoutes = ({ mustBeIdle, remove }: FileJourneys) =>
  nounRoutes(files, {
    remove,
    update: (ctx, id, input: Partial<Input>) =>
      transaction(ctx, async ctx => {
        await mustBeIdle(ctx, id)
        return update(ctx, id, input)
      }),
  }).post('/uploadList/:id', allow('files:write'), valid('param', Id), takesForm, async c => {
    await upload(c.var.ctx, c.req.valid('param').id, c.req.raw, mustBeIdle)
    return c.json({ mensagem: 'Arquivos atualizados' })
  })

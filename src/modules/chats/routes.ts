import * as v from 'valibot'
import { afterWait, type Ctx } from '#kernel/context'
import { Id, Page, pageNumber, searchParam } from '#kernel/http/paging'
import { RowId } from '#kernel/ids'
import { router } from '#kernel/http/router'
import { isForm, parse, valid, validUnlessForm } from '#kernel/http/validation'
import { withForm } from '#kernel/media/uploaded-form'
import { uploadedFiles, type StoredMedia } from '../messages'
import { allow } from '../rights'
import { ChatBody, ChatEditBody, ChatFileFields, ChatMessageBody, ChatMessageId, ChatPatch, ChatUuid } from './body'
import { said } from './messages'
import { rooms } from './rooms'
import { search } from './search'

/** They cross nouns and so live in flows/. */
type ChatJourneys = {
  remove(ctx: Ctx, id: number): Promise<void>
  leave(ctx: Ctx, id: number): Promise<void>
  /** Files as they are stored, for as long as what is done with them is not refused. */
  withStored<T>(
    ctx: Ctx,
    uploads: { file: File; caption: string; voice: boolean }[],
    work: (stored: { mediaType: string; media: StoredMedia }[]) => Promise<T>,
  ): Promise<T>
}

const use = allow('chats:use')
/** A numbered page, or the one that stands before a message (keyset cursor). */
const MessagesQuery = v.object({ pageNumber, before: v.optional(RowId), from: v.optional(RowId) })
const SearchQuery = v.object({ searchParam })

export function chatRoutes({ remove, leave, withStored }: ChatJourneys) {
  /** One file, and the words that go with it. */
  async function sayFile(ctx: Ctx, id: number, form: FormData) {
    const [sent] = uploadedFiles(form, 1)
    const fields = Object.fromEntries(FIELDS.map(name => [name, form.get(name) ?? undefined]))
    const { message, ptt, ...more } = parse(ChatFileFields, fields)
    return withStored(ctx, [{ file: sent!, caption: message, voice: ptt }], ([stored]) => {
      const { mediaType, media } = stored!
      return afterWait(ctx, ctx => said.say(ctx, id, { message, file: { mediaType, media }, ...more }))
    })
  }

  return (
    router()
      .get('/', use, valid('query', Page), async c => c.json(await rooms.list(c.var.ctx, c.req.valid('query'))))
      .get('/list', use, async c => c.json(await rooms.all(c.var.ctx)))
      .get('/search', use, valid('query', SearchQuery), async c => c.json(await search(c.var.ctx, c.req.valid('query').searchParam)))
      .get('/:uuid', use, valid('param', ChatUuid), async c => c.json(await rooms.byUuid(c.var.ctx, c.req.valid('param').uuid)))
      .post('/', use, valid('json', ChatBody), async c => c.json(await rooms.create(c.var.ctx, c.req.valid('json'))))
      .put('/:id', use, valid('param', Id), valid('json', ChatPatch), async c =>
        c.json(await rooms.update(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
      )
      .delete('/:id', use, valid('param', Id), async c => {
        await remove(c.var.ctx, c.req.valid('param').id)
        return c.json({ message: 'Chat deleted' })
      })
      .post('/:id/leave', use, valid('param', Id), async c => {
        await leave(c.var.ctx, c.req.valid('param').id)
        return c.body(null, 200)
      })
      // Clients say who read; it is always who asks.
      .post('/:id/read', use, valid('param', Id), async c => c.json(await rooms.markRead(c.var.ctx, c.req.valid('param').id)))
      .post('/:id/typing', use, valid('param', Id), async c => {
        await rooms.typing(c.var.ctx, c.req.valid('param').id)
        return c.body(null, 200)
      })
      .get('/:id/messages', use, valid('param', Id), valid('query', MessagesQuery), async c =>
        c.json(await said.list(c.var.ctx, c.req.valid('param').id, c.req.valid('query'))),
      )
      .post(
        '/:id/messages',
        use,
        valid('param', Id),
        validUnlessForm(ChatMessageBody, { files: 'medias', fields: ChatFileFields }),
        async c => {
          const { ctx } = c.var
          const { id } = c.req.valid('param')
          if (!isForm(c.req.raw)) return c.json(await said.say(ctx, id, c.req.valid('json')))
          // No file of a stranger is written.
          await rooms.load(ctx, id)
          return c.json(await withForm(ctx, c.req.raw, form => sayFile(ctx, id, form)))
        },
      )
      .put('/:id/messages/:messageId', use, valid('param', ChatMessageId), valid('json', ChatEditBody), async c => {
        const { id, messageId } = c.req.valid('param')
        return c.json(await said.edit(c.var.ctx, id, messageId, c.req.valid('json').message))
      })
      .delete('/:id/messages/:messageId', use, valid('param', ChatMessageId), async c => {
        const { id, messageId } = c.req.valid('param')
        return c.json(await said.erase(c.var.ctx, id, messageId))
      })
  )
}
const FIELDS = Object.keys(ChatFileFields.entries)

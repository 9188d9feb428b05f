import * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { Id } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { atMost, isForm, parse, valid } from '#kernel/http/validation'
import { allow } from '../rights'
import { tickets } from '../tickets'
import { EditBody, MAX_FILES, MessageBody, MessageQuery, ReactionBody, Uid, UploadFields } from './body'
import { messages } from './index'

export type Upload = { file: File; caption: string; clientId: string | null; voice: boolean; quotedUid: string | null }

/** The journeys behind the routes; they cross nouns and so live in flows/. */
export type MessageJourneys = {
  reply(ctx: Ctx, ticketId: number, message: { body: string; quotedUid: string | null; clientId: string | null }): Promise<void>
  replyWithFiles(ctx: Ctx, ticketId: number, uploads: Upload[]): Promise<void>
  edit(ctx: Ctx, uid: string, body: string): Promise<void>
  erase(ctx: Ctx, uid: string): Promise<void>
  react(ctx: Ctx, uid: string, emoji: string): Promise<object>
  retry(ctx: Ctx, uid: string): Promise<void>
  /** Tells whether anything was unread. */
  markRead(ctx: Ctx, ticketId: number): Promise<boolean>
}

const TicketId = v.object({ ticketId: Id.entries.id })
const MAX_BYTES = 64 * 1024 * 1024
/** Of a whole upload: all of it is in memory while it is read. */
const MAX_UPLOAD = 70 * 1024 * 1024

async function uploads(request: Request): Promise<Upload[]> {
  const form = await request.formData().catch(() => {
    throw new AppError('ERR_VALIDATION', 400)
  })
  const files = form.getAll('medias').filter(entry => entry instanceof File)
  if (!files.length) throw new AppError('Escolha um arquivo!', 400)
  if (files.length > MAX_FILES) throw new AppError(`Envie até ${MAX_FILES} arquivos por vez`, 400)
  if (files.some(file => file.size > MAX_BYTES)) throw new AppError('O arquivo passa de 64 MB', 413)
  if (files.some(file => file.size === 0)) throw new AppError('O arquivo está vazio', 400)
  const text = (name: string) => {
    const values = form.getAll(name).filter(value => typeof value === 'string')
    return values.length > 1 ? values : values[0]
  }
  const fields = parse(UploadFields, { body: text('body'), clientId: text('clientId'), ptt: text('ptt'), quotedMsg: text('quotedMsg') })
  return files.map((file, i) => ({
    file,
    // Older clients send the file's name where a caption would be.
    caption: fields.body[i] && fields.body[i] !== file.name ? fields.body[i] : '',
    clientId: fields.clientId[i] || null,
    voice: fields.ptt || file.name.startsWith('audio-record-site'),
    quotedUid: fields.quotedMsg ?? null,
  }))
}

const atMostUpload = atMost(MAX_UPLOAD)
const measured: typeof atMostUpload = (c, next) => (isForm(c.req.raw) ? atMostUpload(c, next) : next())

export const messageRoutes = (journeys: MessageJourneys) =>
  router()
    .get('/:ticketId', valid('param', TicketId), valid('query', MessageQuery), async c => {
      const { ctx } = c.var
      const { pageNumber, markRead, history } = c.req.valid('query')
      const found = await tickets.loadView(ctx, c.req.valid('param').ticketId)
      const marked = markRead && pageNumber === 1 && (await journeys.markRead(ctx, found.id))
      const ticket = marked ? await tickets.view(ctx, found.id) : found
      return c.json({ ...(await messages.list(ctx, ticket, pageNumber, history)), ticket })
    })
    .post('/:ticketId', allow('messages:write'), valid('param', TicketId), measured, async (c, next) => {
      if (!isForm(c.req.raw)) return next()
      const { ctx } = c.var
      const { ticketId } = c.req.valid('param')
      await tickets.load(ctx, ticketId)
      const announced = Number(c.req.header('content-length') ?? MAX_UPLOAD)
      await ctx.media.holding(announced, async () => journeys.replyWithFiles(ctx, ticketId, await uploads(c.req.raw)))
      return c.body(null, 200)
    })
    .post('/:ticketId', valid('param', TicketId), valid('json', MessageBody), async c => {
      const { body, quotedMsg, clientId } = c.req.valid('json')
      await journeys.reply(c.var.ctx, c.req.valid('param').ticketId, { body, quotedUid: quotedMsg?.id ?? null, clientId: clientId ?? null })
      return c.body(null, 200)
    })
    .post('/edit/:id', allow('messages:write'), valid('param', Uid), valid('json', EditBody), async c => {
      await journeys.edit(c.var.ctx, c.req.valid('param').id, c.req.valid('json').body)
      return c.body(null, 200)
    })
    .post('/:id/reactions', allow('messages:write'), valid('param', Uid), valid('json', ReactionBody), async c =>
      c.json(await journeys.react(c.var.ctx, c.req.valid('param').id, c.req.valid('json').type)),
    )
    .post('/:id/retry', allow('messages:write'), valid('param', Uid), async c => {
      await journeys.retry(c.var.ctx, c.req.valid('param').id)
      return c.body(null, 200)
    })
    .delete('/:id', allow('messages:write'), valid('param', Uid), async c => {
      await journeys.erase(c.var.ctx, c.req.valid('param').id)
      return c.body(null, 200)
    })

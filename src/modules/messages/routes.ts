import * as v from 'valibot'
import type { Ctx } from '#kernel/context'
import { Id } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { isForm, parse, valid, validUnlessForm } from '#kernel/http/validation'
import { withForm } from '#kernel/media/uploaded-form'
import { allow } from '../rights'
import { tickets, type AuthorizedTicket } from '../tickets'
import {
  ContactsBody,
  EditBody,
  ForwardBody,
  LocationBody,
  MessageBody,
  MessageQuery,
  ReactionBody,
  SearchQuery,
  SharedQuery,
  TranscriptQuery,
  Uid,
  UploadFields,
  UploadQuery,
} from './body'
import { messages } from './index'
import type { Beside, MessagePage } from './list'
import { uploadedFiles } from './uploaded-files'

type Times = { writtenAt?: Date; sentAt?: Date }
type Upload = { file: File; caption: string; clientId: string | null; voice: boolean; quotedUid: string | null } & Times

/** What a page says of itself. */
export type LinkPreview = { address: string; host: string; title: string; description: string }

export type Forwarding = v.InferOutput<typeof ForwardBody>

/** The journeys behind the routes; they cross nouns and so live in flows/. */
export type MessageJourneys = {
  /** In a ticket that the actor may see, which it makes sure of. */
  reply(ctx: Ctx, ticketId: number, message: { body: string; quotedUid: string | null; clientId: string | null } & Times): Promise<void>
  replyWithFiles(ctx: Ctx, ticket: AuthorizedTicket, uploads: Upload[]): Promise<void>
  /** Whether the actor said something under a name in a ticket, whoever has it by now. */
  isSaid(ctx: Ctx, ticketId: number, clientId: string | undefined): Promise<boolean>
  /** A place, or people of the company's contacts by their ids. */
  replyWithPlace(ctx: Ctx, ticketId: number, place: v.InferOutput<typeof LocationBody>): Promise<void>
  replyWithPeople(ctx: Ctx, ticketId: number, people: v.InferOutput<typeof ContactsBody>): Promise<void>
  edit(ctx: Ctx, uid: string, body: string): Promise<void>
  erase(ctx: Ctx, uid: string): Promise<void>
  react(ctx: Ctx, uid: string, emoji: string): Promise<object>
  retry(ctx: Ctx, uid: string): Promise<void>
  /** The page that a message links to, where the company wants to know. */
  preview(ctx: Ctx, uid: string): Promise<LinkPreview | null>
  /** What stands between the messages of a page. */
  timeline(ctx: Ctx, ticket: AuthorizedTicket, page: MessagePage, beside: Beside): Promise<object>
  notedAt(ctx: Ctx, ticket: AuthorizedTicket, noteId: number): Promise<Date>
  /** Tells whether anything was unread. */
  markRead(ctx: Ctx, ticket: AuthorizedTicket): Promise<boolean>
}

const TicketId = v.object({ ticketId: Id.entries.id })

function uploads(form: FormData): Upload[] {
  const files = uploadedFiles(form)
  const text = (name: string) => {
    const values = form.getAll(name).filter(value => typeof value === 'string')
    return values.length > 1 ? values : values[0]
  }
  const names = ['body', 'clientId', 'ptt', 'quotedMsg', 'writtenAt', 'sentAt']
  const fields = parse(UploadFields, Object.fromEntries(names.map(name => [name, text(name)])))
  return files.map((sent, i) => {
    const text = fields.body[i] ?? ''
    const file = named(sent, text)
    return {
      file,
      // Older clients send the file's name where a caption would be.
      caption: text === file.name ? '' : text,
      clientId: fields.clientId[i] || null,
      voice: fields.ptt || file.name.startsWith('audio-record-site'),
      quotedUid: fields.quotedMsg ?? null,
      writtenAt: fields.writtenAt,
      sentAt: fields.sentAt,
    }
  })
}

/** A picture that a browser made smaller comes without its name ('blob'), which then stands in the text. */
function named(file: File, text: string): File {
  const kind = (type: string) => type.split('/')[0]
  const isName = /^[^\n/\\]{1,200}\.[a-z\d]{2,5}$/i.test(text) && kind(Bun.file(text).type) === kind(file.type)
  return file.name === 'blob' && isName ? new File([file], text, { type: file.type }) : file
}

/** Apart from the others, as clients of this family know it. */
export const forwardRoutes = (forward: (ctx: Ctx, input: Forwarding) => Promise<void>) =>
  router().post('/forward', allow('messages:write'), valid('json', ForwardBody), async c => {
    await forward(c.var.ctx, c.req.valid('json'))
    return c.body(null, 200)
  })

export const messageRoutes = (journeys: MessageJourneys) =>
  router()
    .get('/:ticketId', valid('param', TicketId), valid('query', MessageQuery), async c => {
      const { ctx } = c.var
      const { pageNumber, markRead, history, aroundNote, ...sides } = c.req.valid('query')
      const ticket = await tickets.load(ctx, c.req.valid('param').ticketId)
      const beside = { ...sides, ...(aroundNote && { aroundTime: await journeys.notedAt(ctx, ticket, aroundNote) }) }
      const isNewest = pageNumber === 1 && !Object.values(beside).some(Boolean)
      const firstUnread = isNewest ? await messages.firstUnread(ctx, ticket) : undefined
      if (markRead && isNewest) await journeys.markRead(ctx, ticket)
      const page = await messages.list(ctx, ticket, pageNumber, history, beside)
      const [details, between] = await Promise.all([
        tickets.details(ctx, ticket),
        history ? journeys.timeline(ctx, ticket, page, beside) : undefined,
      ])
      return c.json({ ...page, ...between, firstUnread, ticket: details })
    })
    .post(
      '/:ticketId',
      allow('messages:write'),
      valid('param', TicketId),
      valid('query', UploadQuery),
      validUnlessForm(MessageBody, { files: 'medias', fields: UploadFields }),
      async c => {
        const { ctx } = c.var
        const { ticketId } = c.req.valid('param')
        if (isForm(c.req.raw)) {
          if (await journeys.isSaid(ctx, ticketId, c.req.valid('query').clientId)) return c.body(null, 200)
          // No file of a stranger is written, and none is sent by who lost the ticket meanwhile.
          await tickets.load(ctx, ticketId)
          await withForm(ctx, c.req.raw, async form => journeys.replyWithFiles(ctx, await tickets.load(ctx, ticketId), uploads(form)))
        } else {
          const { body, quotedMsg, clientId, ...times } = c.req.valid('json')
          await journeys.reply(ctx, ticketId, { body, quotedUid: quotedMsg?.id ?? null, clientId: clientId ?? null, ...times })
        }
        return c.body(null, 200)
      },
    )
    .post('/:ticketId/location', allow('messages:write'), valid('param', TicketId), valid('json', LocationBody), async c => {
      const { ctx } = c.var
      await journeys.replyWithPlace(ctx, c.req.valid('param').ticketId, c.req.valid('json'))
      return c.body(null, 200)
    })
    .post('/:ticketId/contacts', allow('messages:write'), valid('param', TicketId), valid('json', ContactsBody), async c => {
      const { ctx } = c.var
      await journeys.replyWithPeople(ctx, c.req.valid('param').ticketId, c.req.valid('json'))
      return c.body(null, 200)
    })
    .post('/edit/:id', allow('messages:write'), valid('param', Uid), valid('json', EditBody), async c => {
      await journeys.edit(c.var.ctx, c.req.valid('param').id, c.req.valid('json').body)
      return c.body(null, 200)
    })
    .get('/:ticketId/shared', valid('param', TicketId), valid('query', SharedQuery), async c => {
      const { ctx } = c.var
      const ticket = await tickets.load(ctx, c.req.valid('param').ticketId)
      return c.json(await messages.shared(ctx, ticket, c.req.valid('query')))
    })
    .get('/:ticketId/transcript', valid('param', TicketId), valid('query', TranscriptQuery), async c => {
      const { ctx } = c.var
      const ticket = await tickets.load(ctx, c.req.valid('param').ticketId)
      return c.json(await messages.transcript(ctx, ticket, c.req.valid('query')))
    })
    .get('/:ticketId/search', valid('param', TicketId), valid('query', SearchQuery), async c => {
      const { ctx } = c.var
      const ticket = await tickets.load(ctx, c.req.valid('param').ticketId)
      return c.json(await messages.searchIn(ctx, ticket, c.req.valid('query').searchParam))
    })
    .get('/:id/history', valid('param', Uid), async c => {
      const { ctx } = c.var
      const { message } = await messages.byUid(ctx, c.req.valid('param').id)
      return c.json({ history: await messages.history(ctx, message) })
    })
    .get('/:id/preview', valid('param', Uid), async c => c.json({ preview: await journeys.preview(c.var.ctx, c.req.valid('param').id) }))
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

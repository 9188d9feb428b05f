import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { companies } from '#modules/companies'
import { contacts } from '#modules/contacts'
import {
  captionOf,
  cardRow,
  lastLine,
  MAX_TEXT,
  messages,
  newWid,
  outbox,
  STAND_INS,
  type Card,
  type Message,
  type StoredMedia,
} from '#modules/messages'
import { numberHealth } from '#modules/number-health'
import { tickets, type AuthorizedTicket } from '#modules/tickets'
import { stamped } from './demonstration-stamp'
import { fillIn } from './text-variables'

/** A file in the store, and the words that go with it. */
export type StoredFile = { mediaType: string; media: StoredMedia; caption: string }
/** What was said elsewhere and goes on as it was: no name is filled into it. */
export type Forwarded = Pick<Message, 'body' | 'mediaType' | 'media' | 'dataJson'>
/** What is said to the letter: whatever stands in it, nothing is filled into it. */
export type Exactly = { body: string; media: Pick<StoredFile, 'mediaType' | 'media'> | null }
export type Content = { text: string } | { file: StoredFile } | { forwarded: Forwarded } | { card: Card } | { exactly: Exactly }
type Options = {
  quotedId?: number | null
  /** Idempotency key, of the ticket: the sender's own name for the message. */
  clientId?: string | null
  /** It was looked for by its clientId in this transaction, and is not there. */
  isNew?: boolean
  /** What the customer said last waits on, as with what a robot says. */
  rests?: boolean
}

/**
 * The one way in which the company says anything in a ticket, whoever speaks for it: a person, a robot or a rule. The message and its task
 * in the outbox stand in the caller's transaction, so it leaves if and only if what it goes with is durable.
 */
export const say = (ctx: Ctx, ticket: AuthorizedTicket, content: Content, options?: Options) =>
  transaction(ctx, ctx => sayWithin(ctx, ticket, content, options))

/** The same for a transaction that fails with it, and so needs no savepoint around it. */
export async function sayWithin(
  ctx: Ctx,
  ticket: AuthorizedTicket,
  content: Content,
  { quotedId = null, clientId = null, isNew = false, rests = false }: Options = {},
): Promise<Message | undefined> {
  const { whatsappId: connectionId, contactId: chatId } = ticket
  // Robots and rules of a company that is suspended or overdue say nothing.
  if (ctx.actor.userId === null && !(await companies.serves(ctx))) return undefined
  if (!connectionId) throw new AppError('ERR_NO_WAPP_FOUND', 404)
  const said = clientId && !isNew ? await messages.byClientId(ctx, ticket, clientId) : undefined
  if (said) return said
  const wid = newWid()
  const row = await written(ctx, ticket, content)
  const isAnswer = !rests && ctx.actor.userId !== null
  const createdAt = new Date()
  const message = await messages.insert(ctx, {
    createdAt,
    ticketId: ticket.id,
    chatId,
    connectionId,
    queueId: ticket.queueId,
    userId: ctx.actor.userId,
    wid,
    uid: wid,
    fromMe: true,
    read: true,
    status: 'queued',
    answersSince: isAnswer ? (ticket.waitingSince ?? createdAt) : null,
    quotedId,
    clientId,
    ...row,
    body: hasWords(row) ? await stamped(ctx, row.body) : row.body,
  })
  if (!ticket.isGroup) await numberHealth.said(ctx, connectionId, chatId)
  await outbox.enqueue(ctx, { connectionId, chatId, messageId: message.id, task: { do: 'send' } })
  await tickets.touch(ctx, ticket, {
    body: lastLine(message),
    fromMe: true,
    effect: isAnswer ? 'answers' : 'rests',
    at: message.createdAt,
  })
  messages.announce(ctx, message, { ticket })
  return message
}

/** Of a file without words the body is its name; of a card it is data. */
const hasWords = ({ body, mediaType, media }: Pick<Message, 'body' | 'mediaType'> & { media?: Message['media'] }) =>
  media ? captionOf({ body, media }) !== null : mediaType === 'conversation'

async function written(ctx: Ctx, ticket: AuthorizedTicket, content: Content) {
  if ('forwarded' in content) return { ...content.forwarded, isForwarded: true }
  if ('card' in content) return cardRow(content.card)
  if ('exactly' in content) return toTheLetter(content.exactly)
  if ('text' in content) return { body: await filled(ctx, ticket, content.text), mediaType: 'conversation' }
  const { mediaType, media, caption } = content.file
  const nameless = media.voice ? STAND_INS.audio : STAND_INS.application
  return { body: (await filled(ctx, ticket, caption)) || media.fileName || nameless, mediaType, media }
}

const toTheLetter = ({ body, media }: Exactly) =>
  media
    ? { mediaType: media.mediaType, media: media.media, body: body || media.media.fileName || STAND_INS.application }
    : { body, mediaType: 'conversation' }

/** As long as a message may be, whoever speaks. A short word may stand for a long name, often: what it becomes is no longer either. */
const cut = (text: string) => (text.length > MAX_TEXT ? text.slice(0, MAX_TEXT).toWellFormed() : text)
async function filled(ctx: Ctx, ticket: AuthorizedTicket, words: string) {
  const text = cut(words)
  if (!text.includes('{{')) return text
  const about = { ticket, contact: await contacts.load(ctx, ticket.contactId), company: await companies.get(ctx) }
  return cut(fillIn(text, about))
}

import type { MiddlewareHandler } from 'hono'
import type { Ctx, CtxFor } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { networkOf } from '#kernel/http/client-address'
import { PERSON_UPLOADS } from '#kernel/http/limits'
import { onceBodyCame } from '#kernel/http/after-body'
import { rateLimit } from '#kernel/http/rate-limit'
import { type Env, router } from '#kernel/http/router'
import { isForm, parse, valid, validUnlessForm } from '#kernel/http/validation'
import { withForm } from '#kernel/media/uploaded-form'
import { concurrencyLimit } from '#kernel/process/concurrency-limit'
import type { Db } from '#kernel/storage/libsql'
import { companies } from '../companies'
import { connections, type Connection } from '../connections'
import { messages, uploadedFiles } from '../messages'
import { plans } from '../plans'
import { IdempotencyKey, SendBody, SendFields, Uid } from './body'
import type { Answer } from './index'

type Sending = {
  number: string
  /** Goes with the first file. */
  body: string
  files: File[]
  queueId?: number | null
  closeTicket: boolean
  /** Undefined where the program gave none: then each request is another. */
  key: string | undefined
}
/** Crosses nouns, and so lives in flows/. */
export type SendJourney = (ctx: Ctx, connection: Connection, sending: Sending) => Promise<Answer>

const MINUTE_MS = 60_000
/** Rate limit of one token in a minute: two a second, which is more than a number should write to people who did not ask. */
const SENDS = 120
/** Rate limit of looking at what became of a message, of one token in a minute. */
const LOOKS = 600
/** Rate limits of wrong tokens in a minute: of one address; of all strangers, where a proxy that nobody trusts gives them one address. */
const GUESSES = 30
const SHARED_GUESSES = 3_000

async function admit(ctx: Ctx) {
  await companies.mustServe(ctx)
  const features = await plans.featuresOf(ctx.db, await companies.get(ctx))
  if (!features.has('useExternalApi')) throw new AppError('ERR_NOT_IN_PLAN', 403, { feature: 'useExternalApi' })
}

/** The open door for other programs: the token of a connection sends by its number, and asks what became of it. */
export function sendRoutes({ ctxFor, send }: { ctxFor: CtxFor; send: SendJourney }) {
  const attempts = rateLimit(SENDS, MINUTE_MS)
  const looks = rateLimit(LOOKS, MINUTE_MS)
  const guessesOf = { one: rateLimit(GUESSES, MINUTE_MS), many: rateLimit(SHARED_GUESSES, MINUTE_MS) }
  const turn = concurrencyLimit(PERSON_UPLOADS)
  const chosen = new WeakMap<Ctx, Connection>()

  const byToken: MiddlewareHandler<Env> = async (c, next) => {
    const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const network = networkOf(c.var.clientAddress)
    const guesses = guessesOf[c.var.addressIsShared ? 'many' : 'one']
    guesses.check(network)
    const connection = token && (await connections.byToken(c.var.ctx.db, token))
    if (!connection) {
      guesses.take(network)
      throw new AppError('ERR_NO_CONNECTION_TOKEN', 401)
    }
    const again = async (db: Db) => {
      const now = await connections.byToken(db, token)
      if (now?.id !== connection.id) throw new AppError('ERR_NO_CONNECTION_TOKEN', 401)
      await admit({ ...ctx, db })
    }
    const ctx = ctxFor(connection.companyId, undefined, again)
    await admit(ctx)
    onceBodyCame(c.req.raw, () => again(ctx.db))
    c.set('ctx', ctx)
    chosen.set(ctx, connection)
    await next()
  }
  const inTurn: MiddlewareHandler<Env> = (c, next) => turn(chosen.get(c.var.ctx)!.id, next)

  return router()
    .post('/send', byToken, inTurn, validUnlessForm(SendBody, { files: 'medias', fields: SendFields }), async c => {
      const { ctx } = c.var
      const connection = chosen.get(ctx)!
      const key = parse(IdempotencyKey, c.req.header('idempotency-key') ?? null) ?? undefined
      const answer = (sending: Omit<Sending, 'key'>) => {
        attempts.take(String(connection.id))
        return send(ctx, connection, { ...sending, key })
      }
      const { ticketId, messages } = isForm(c.req.raw)
        ? await withForm(ctx, c.req.raw, form => answer(sendingOf(form)))
        : await answer({ ...c.req.valid('json'), files: [] })
      return c.json({ mensagem: 'Mensagem enviada', id: messages[0]!, messages, ticketId })
    })
    .get('/send/:id', byToken, valid('param', Uid), async c => {
      const { ctx } = c.var
      const connection = chosen.get(ctx)!
      looks.take(String(connection.id))
      const { message } = await messages.byUid(ctx, c.req.valid('param').id)
      if (!message.fromMe || message.connectionId !== connection.id) throw new AppError('ERR_NO_MESSAGE_FOUND', 404)
      const { uid: id, ticketId, status, failReason, createdAt, updatedAt } = message
      return c.json({ id, ticketId, status, failReason, createdAt, updatedAt })
    })
}

/** A form without files is a text alone, which may not be empty. */
function sendingOf(form: FormData) {
  const fields = Object.fromEntries(FIELDS.map(name => [name, form.get(name) ?? undefined]))
  return form.has('medias') ? { ...parse(SendFields, fields), files: uploadedFiles(form) } : { ...parse(SendBody, fields), files: [] }
}
const FIELDS = Object.keys(SendFields.entries)

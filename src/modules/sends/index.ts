import { and, eq, inArray, lt, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { sends as table } from './schema'

export type { SendJourney } from './routes'

/** How long an idempotency key is remembered. */
const KEPT_MS = 7 * 24 * 3600_000
/** Expired keys that go with a new one: more than come, so that all go in time. */
const SOME = 20

export type Answer = { ticketId: number; messages: string[] }
type Request = { connectionId: number; key: string; digest: string }

const byKey = ({ connectionId, key }: Request) => and(eq(table.connectionId, connectionId), eq(table.key, key))

/** What the same request was answered; another request under its key is refused. */
async function answered(ctx: Ctx, request: Request): Promise<Answer | undefined> {
  const [known] = await ctx.db.select().from(table).where(byKey(request))
  if (known && known.digest !== request.digest) throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED', 409)
  return known
}

/** Keeps the answer, in the transaction of what it answers for. Some keys that are too old go with it. */
async function keep(ctx: Ctx, request: Request, answer: Answer) {
  const old = new Date(Date.now() - KEPT_MS)
  await forget(ctx, and(eq(table.connectionId, request.connectionId), lt(table.createdAt, old)), SOME)
  await ctx.db.insert(table).values({ companyId: ctx.companyId, ...request, ...answer })
}

async function forget(ctx: Ctx, which: SQL | undefined, limit: number) {
  const some = ctx.db.select({ id: table.id }).from(table).where(which).limit(limit)
  const { rowsAffected } = await ctx.db.delete(table).where(inArray(table.id, some))
  return rowsAffected
}

/** Some keys of a connection that is being deleted. */
const purge = (ctx: Ctx, connectionId: number, limit: number) => forget(ctx, eq(table.connectionId, connectionId), limit)

export const sends = { answered, keep, purge }

import { and, asc, eq, gt, isNotNull, isNull, lte, min, not, or, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import type { Db, Store } from '#kernel/storage/libsql'
import { oneOf } from '#kernel/storage/one-of'
import { preparedInsert } from '#kernel/storage/prepared'
import { messages, outbox, type OutboxTask } from './schema'
import type { Message } from './shape'

// The rows of what is still to be told to the network; flows/outbox tells it.

export type OutboxRow = typeof outbox.$inferSelect

const MAX_ATTEMPTS = 10
/** Nothing is given up sooner, however often the line fell or the process died meanwhile. */
const GIVE_UP_MS = 5 * 60_000
export const isSpent = ({ attempts, createdAt }: OutboxRow) => attempts >= MAX_ATTEMPTS && Date.now() - createdAt.getTime() >= GIVE_UP_MS
const backoff = (attempts: number) => Math.min(60_000, 1_000 * 2 ** (attempts - 1))
/** No task waits longer than this to be tried again. */
const MAX_PAUSE_MS = 2 * 60_000

/** Who tells the network, in this process: by store, since two products may run in one. */
const tellers = new WeakMap<Store, (connectionId: number, chatId: number) => void>()
export const onEnqueued = (store: Store, tell: (connectionId: number, chatId: number) => void) => void tellers.set(store, tell)

/** Puts a task for the network behind those of the same chat; once it is durable, whoever tells the network hears of it. */
export async function enqueue(ctx: Ctx, input: { connectionId: number; chatId: number; messageId: number | null; task: OutboxTask }) {
  await add(ctx.db, { ...input, companyId: ctx.companyId, dueAt: new Date() })
  ctx.after(() => tellers.get(ctx.store)?.(input.connectionId, input.chatId))
}
const add = preparedInsert(outbox)

/** The chats of a connection for which something is not written yet; first the one that waits longest. */
export const waitingChats = async (db: Db, connectionId: number) =>
  (
    await db
      .select({ id: outbox.chatId })
      .from(outbox)
      .where(and(eq(outbox.connectionId, connectionId), isNull(outbox.writtenAt)))
      .groupBy(outbox.chatId)
      .orderBy(min(outbox.id))
  ).map(chat => chat.id)
/** Work of one chat that is not written yet, oldest first; what is not due holds back the rest. */
export const waiting = (db: Db, connectionId: number, chatId: number, limit: number) =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.connectionId, connectionId), eq(outbox.chatId, chatId), isNull(outbox.writtenAt)))
    .orderBy(asc(outbox.id))
    .limit(limit)
/** Some of what a connection was to tell, the oldest first. */
export const someOf = (db: Db, connectionId: number, limit: number) =>
  db.select().from(outbox).where(eq(outbox.connectionId, connectionId)).orderBy(asc(outbox.id)).limit(limit)
/** Claims a task for the one who writes it; nothing where it was taken out, or claimed by another, since it was read. */
export const markWritten = async (db: Db, id: number): Promise<OutboxRow | undefined> =>
  (
    await db
      .update(outbox)
      .set({ writtenAt: new Date(), attempts: sql`${outbox.attempts} + 1` })
      .where(and(eq(outbox.id, id), isNull(outbox.writtenAt)))
      .returning()
  )[0]
/** The server's acceptance is waited for from now on. */
export const restartAckTimeout = (db: Db, id: number) =>
  db
    .update(outbox)
    .set({ writtenAt: new Date() })
    .where(and(eq(outbox.id, id), isNotNull(outbox.writtenAt)))
export const done = (db: Db, id: number) => db.delete(outbox).where(eq(outbox.id, id))

/** Whether the network may have a message: not one that failed, nor one that was never written. */
export async function mayBeOut(ctx: Ctx, { id, status }: Message): Promise<boolean> {
  if (status === 'failed') return false
  const neverWritten = and(eq(outbox.messageId, id), isNull(outbox.writtenAt), eq(outbox.attempts, 0))
  const tasks = await ctx.db.select({ task: outbox.task }).from(outbox).where(neverWritten)
  return !tasks.some(({ task }) => task.do === 'send')
}

const wid = sql<string>`json_extract(${outbox.task}, '$.wid')`
const ofConnection = (ctx: Ctx, connectionId: number) => and(eq(outbox.companyId, ctx.companyId), eq(outbox.connectionId, connectionId))

/** Changes that the server took, or refused, are told no more. */
export async function accepted(ctx: Ctx, connectionId: number, wids: string[]) {
  if (wids.length) await ctx.db.delete(outbox).where(and(ofConnection(ctx, connectionId), oneOf(wid, wids)))
}
/** Tasks by the ids under which they were written: a send has that of its message, a change one of its own. */
export const named = (ctx: Ctx, connectionId: number, wids: string[]) => {
  const name = sql<string>`iif(json_extract(${outbox.task}, '$.do') = 'send', ${messages.wid}, ${wid})`
  return ctx.db
    .select({ wid: name, row: outbox })
    .from(outbox)
    .innerJoin(messages, eq(messages.id, outbox.messageId))
    .where(and(ofConnection(ctx, connectionId), oneOf(name, wids)))
}
/** Due again at a time; a write that never began does not count as an attempt. */
export const postpone = (db: Db, id: number, until: Date, counts = true) =>
  db
    .update(outbox)
    .set({ dueAt: until, writtenAt: null, ...(!counts && { attempts: sql`max(0, ${outbox.attempts} - 1)` }) })
    .where(eq(outbox.id, id))
/** Due again after a pause, longer each time. */
export const tryAgain = (db: Db, { id, attempts }: OutboxRow) => postpone(db, id, new Date(Date.now() + backoff(attempts)))
/** What was written but never accepted is due again, under the same id; not what is being written. */
export const requeueUnacked = async (db: Db, connectionId: number, before: Date, inFlight: Iterable<number> = []) =>
  // A query of drizzle runs anew each time that it is awaited; a promise runs it once.
  db
    .update(outbox)
    .set({ writtenAt: null })
    .where(
      and(
        eq(outbox.connectionId, connectionId),
        isNotNull(outbox.writtenAt),
        lte(outbox.writtenAt, before),
        not(oneOf(outbox.id, [...inFlight])),
      ),
    )
/** What is timed for later than any pause lasts, since the clock was put back, is due now. */
export async function repairDueTimes(db: Db) {
  const now = new Date()
  await db
    .update(outbox)
    .set({ dueAt: now })
    .where(gt(outbox.dueAt, new Date(now.getTime() + MAX_PAUSE_MS)))
  await db.update(outbox).set({ writtenAt: now }).where(gt(outbox.writtenAt, now))
}
export const waitingConnections = async (db: Db) =>
  (
    await db
      .selectDistinct({ id: outbox.connectionId })
      .from(outbox)
      .where(or(lte(outbox.dueAt, new Date()), isNotNull(outbox.writtenAt)))
  ).map(one => one.id)

import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import type { Db, Store } from '#kernel/storage/libsql'
import { preparedInsert } from '#kernel/storage/prepared'
import { outbox, type OutboxTask } from './schema'

// The rows of what is still to be told to the network; flows/outbox.ts tells it.

export type OutboxRow = typeof outbox.$inferSelect

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

/** The chats of a connection for which something is not written yet. */
export const waitingChats = async (db: Db, connectionId: number) =>
  (
    await db
      .selectDistinct({ id: outbox.chatId })
      .from(outbox)
      .where(and(eq(outbox.connectionId, connectionId), isNull(outbox.writtenAt)))
  ).map(chat => chat.id)
/** Work of one chat that is not written yet, oldest first; what is not due holds back the rest. */
export const waiting = (db: Db, connectionId: number, chatId: number, limit: number) =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.connectionId, connectionId), eq(outbox.chatId, chatId), isNull(outbox.writtenAt)))
    .orderBy(asc(outbox.id))
    .limit(limit)
export const markWritten = (db: Db, id: number) =>
  db
    .update(outbox)
    .set({ writtenAt: new Date(), attempts: sql`${outbox.attempts} + 1` })
    .where(eq(outbox.id, id))
export const done = (db: Db, id: number) => db.delete(outbox).where(eq(outbox.id, id))
/** Changes that the server took, or refused, are told no more. */
export async function accepted(ctx: Ctx, connectionId: number, wids: string[]) {
  if (!wids.length) return
  const those = inArray(sql`json_extract(${outbox.task}, '$.wid')`, wids)
  await ctx.db.delete(outbox).where(and(eq(outbox.companyId, ctx.companyId), eq(outbox.connectionId, connectionId), those))
}
/** Due again at a time; a write that never began does not count as an attempt. */
export const postpone = (db: Db, id: number, until: Date, counts = true) =>
  db
    .update(outbox)
    .set({ dueAt: until, writtenAt: null, ...(!counts && { attempts: sql`max(0, ${outbox.attempts} - 1)` }) })
    .where(eq(outbox.id, id))
/** What was written but never accepted is due again, under the same id. */
export const requeueUnacked = (db: Db, connectionId: number, before: Date) =>
  db
    .update(outbox)
    .set({ writtenAt: null })
    .where(and(eq(outbox.connectionId, connectionId), isNotNull(outbox.writtenAt), lte(outbox.writtenAt, before)))
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

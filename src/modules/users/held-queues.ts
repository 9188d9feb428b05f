import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import type { Db } from '#kernel/storage/libsql'
import { TRASH } from '../companies'
import { queues as queueTable } from '../queues/schema'
import { userQueues, users as table } from './schema'

/** The queues of users in one query, with the join row that existing clients read: user id → queues. */
export async function queuesOf(db: Db, userIds: number[]) {
  const rows = userIds.length
    ? await db
        .select({ queue: queueTable, UserQueue: userQueues })
        .from(userQueues)
        .innerJoin(queueTable, eq(queueTable.id, userQueues.queueId))
        .where(and(inArray(userQueues.userId, userIds), ne(queueTable.companyId, TRASH)))
        .orderBy(asc(queueTable.id))
    : []
  return Map.groupBy(
    rows.map(({ queue, UserQueue }) => ({ ...queue, UserQueue })),
    queue => queue.UserQueue.userId,
  )
}

/** Replaces the queues of a user. The caller has checked that they are the company's own. */
export async function setQueues(ctx: Ctx, userId: number, queueIds: number[]) {
  await ctx.db.delete(userQueues).where(eq(userQueues.userId, userId))
  if (queueIds.length) await ctx.db.insert(userQueues).values([...new Set(queueIds)].map(queueId => ({ userId, queueId })))
}

/** Who held a queue, also while it is in the trash. */
export async function holding(ctx: Ctx, queueId: number): Promise<number[]> {
  const rows = await ctx.db
    .select({ id: table.id })
    .from(userQueues)
    .innerJoin(table, eq(table.id, userQueues.userId))
    .where(and(eq(table.companyId, ctx.companyId), eq(userQueues.queueId, queueId)))
  return rows.map(user => user.id)
}

/** Takes a queue that goes away from some of its holders, or all queues from a holder who does. */
export const purgeQueues = async (ctx: Ctx, of: { queueId: number } | { userId: number }, limit: number) => {
  const here = 'queueId' in of ? eq(userQueues.queueId, of.queueId) : eq(userQueues.userId, of.userId)
  const some = sql`(select rowid from user_queues where ${here} limit ${limit})`
  return (await ctx.db.delete(userQueues).where(sql`rowid in ${some}`)).rowsAffected
}

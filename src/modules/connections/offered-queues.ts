import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { jsonPairs, jsonTexts } from '#kernel/storage/json-rows'
import type { Db } from '#kernel/storage/libsql'
import { asCommitted, type Shared, shapedRows } from '#kernel/storage/row-cache'
import { TRASH } from '../companies'
import { queues as queueTable } from '../queues/schema'
import { connectionQueues } from './schema'

/** The queues that connections offer, as pages show them: connection id → queues. */
export async function queuesOf(db: Db, ids: number[]) {
  const rows = ids.length
    ? await db
        .select({ queue: queueTable, link: connectionQueues })
        .from(connectionQueues)
        .innerJoin(queueTable, eq(queueTable.id, connectionQueues.queueId))
        .where(and(inArray(connectionQueues.connectionId, ids), ne(queueTable.companyId, TRASH)))
        .orderBy(asc(queueTable.orderQueue), asc(queueTable.id))
    : []
  return Map.groupBy(
    rows.map(({ queue: { id, name, color, greetingMessage, integrationId, promptId, mediaPath, mediaName, mediaType }, link }) => ({
      id,
      name,
      color,
      greetingMessage,
      integrationId,
      promptId,
      mediaPath,
      mediaName,
      mediaType,
      options: [],
      WhatsappQueue: { whatsappId: link.connectionId, queueId: link.queueId, createdAt: link.createdAt, updatedAt: link.updatedAt },
    })),
    queue => queue.WhatsappQueue.whatsappId,
  )
}

const OFFERED = ['id', 'name', 'greetingMessage', 'integrationId', 'promptId', 'mediaPath', 'mediaName', 'mediaType'] as const
type OfferedQueue = Pick<typeof queueTable.$inferSelect, (typeof OFFERED)[number]>
const OFFERS = `select json_object('id', ?1, 'queues', json_group_array(json_object(${jsonPairs(queueTable, 'q', OFFERED)}))) from (
  select q.* from connection_queues l join queues q on q.id = l.queue_id
  where l.connection_id = ?1 and q.company_id = ?2 order by q.order_queue, q.id) q`
const offersOf = shapedRows<{ id: number; queues: OfferedQueue[] }>({
  name: 'offers of connection',
  follows: ['queues', { table: 'connection_queues', part: 'offers of connection', id: 'row.connection_id' }],
  partsOf: ({ id, queues }) => [['offers of connection', id], ...queues.map(one => ['queues', one.id] as const)],
})
/** The queues that customers of a connection choose from, in their order; cached as committed, since every message asks. */
export async function offeredQueues(ctx: Ctx, connectionId: number): Promise<readonly Shared<OfferedQueue>[]> {
  const committed = asCommitted(ctx)
  const found = await offersOf(committed, ctx.companyId, [connectionId], ([id]) => jsonTexts(committed.db, OFFERS, [id!, ctx.companyId]))
  return found.get(connectionId)!.queues
}

/** Replaces the queues that are offered. The caller has checked that they are the company's own. */
export async function setQueues(ctx: Ctx, connectionId: number, queueIds: number[]) {
  await ctx.db.delete(connectionQueues).where(eq(connectionQueues.connectionId, connectionId))
  if (queueIds.length) await ctx.db.insert(connectionQueues).values([...new Set(queueIds)].map(queueId => ({ connectionId, queueId })))
}

/** Takes a queue that goes away from some connections that offer it. */
export const purgeQueue = async (ctx: Ctx, queueId: number, limit: number) => {
  const some = sql`(select rowid from connection_queues where ${eq(connectionQueues.queueId, queueId)} limit ${limit})`
  return (await ctx.db.delete(connectionQueues).where(sql`rowid in ${some}`)).rowsAffected
}

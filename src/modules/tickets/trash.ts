import { and, eq, getTableColumns, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { companies, TRASH } from '../companies'
import { trackings } from '../trackings'
import { queues } from '../queues/schema'
import { users } from '../users/schema'
import { tickets as table } from './schema'
import { roomsOf } from './rooms'

type Doomed = { ticketId: number } | { contactId: number }

const those = (doomed: Doomed) => ('ticketId' in doomed ? eq(table.id, doomed.ticketId) : eq(table.contactId, doomed.contactId))

/** Takes tickets out of their company, and so from everybody's sight, at once. */
export async function trash(ctx: Ctx, doomed: Doomed) {
  const here = and(eq(table.companyId, ctx.companyId), those(doomed))
  const seen = { id: table.id, status: table.status, userId: table.userId, queueId: table.queueId }
  const rows = await ctx.db.select(seen).from(table).where(here)
  if (!rows.length) return
  await ctx.db
    .update(table)
    .set({
      companyId: await companies.trash(ctx.db),
      status: 'closed',
      whatsappId: null,
      userId: null,
      queueId: null,
      useIntegration: false,
    })
    .where(here)
  await trackings.trash(ctx, rows)
  for (const row of rows) ctx.publish('ticket', { action: 'delete', ticketId: row.id }, roomsOf(ctx.companyId, row))
}

/** The ids of tickets that were taken out. */
export const trashed = (doomed: Doomed): SQL => sql`(select id from tickets where ${and(eq(table.companyId, TRASH), those(doomed))})`

/** Deletes some of those whose messages are gone. */
export async function purge(ctx: Ctx, doomed: Doomed, limit: number) {
  const some = sql`(select id from tickets where id in ${trashed(doomed)} limit ${limit})`
  const { rowsAffected } = await ctx.db.delete(table).where(inArray(table.id, some))
  return rowsAffected
}

/** Some tickets forget what is gone, and keep their place in the lists. */
async function forget(ctx: Ctx, values: { [K in 'whatsappId' | 'queueId' | 'userId']?: null }, where: SQL | undefined, limit: number) {
  const some = sql`(select id from tickets where ${where} limit ${limit})`
  const { rowsAffected } = await ctx.db
    .update(table)
    .set({ ...values, updatedAt: sql`${table.updatedAt}` })
    .where(inArray(table.id, some))
  return rowsAffected
}

/** Without a limit those that are not closed, which somebody may write in. */
export const leaveConnection = (ctx: Ctx, id: number, limit?: number) =>
  forget(ctx, { whatsappId: null }, and(eq(table.whatsappId, id), limit ? undefined : ne(table.status, 'closed')), limit ?? -1)
export const leaveQueue = (ctx: Ctx, id: number, limit: number) => forget(ctx, { queueId: null }, eq(table.queueId, id), limit)
export const leaveUser = (ctx: Ctx, id: number, limit: number) => forget(ctx, { userId: null }, eq(table.userId, id), limit)

// A queue or a person in the trash is none, although tickets still name it: what is read, and what a list asks for, is what will be.

const isNone = (column: typeof table.queueId | typeof table.userId, of: typeof queues | typeof users) =>
  sql`(${column} is null or ${column} in (select id from ${of} where company_id = ${TRASH}))`
export const hasNoQueue = isNone(table.queueId, queues)
export const hasNoOwner = isNone(table.userId, users)

/** What a ticket is read as belonging to. */
export const BELONGS = {
  queueId: '(select q.id from queues q where q.id = tickets.queue_id and q.company_id = tickets.company_id)',
  userId: '(select u.id from users u where u.id = tickets.user_id and u.company_id = tickets.company_id)',
}
/** The columns of a ticket as it is read. */
export const COLUMNS = {
  ...getTableColumns(table),
  queueId: sql<number | null>`${sql.raw(BELONGS.queueId)}`,
  userId: sql<number | null>`${sql.raw(BELONGS.userId)}`,
}

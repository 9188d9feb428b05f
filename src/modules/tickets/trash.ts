import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { companies, TRASH } from '../companies'
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

/** Some tickets forget a connection that is gone; without a limit those that are not closed, which somebody may write in. */
export async function leaveConnection(ctx: Ctx, connectionId: number, limit?: number) {
  const where = and(eq(table.whatsappId, connectionId), limit ? undefined : ne(table.status, 'closed'))
  const some = sql`(select id from tickets where ${where} limit ${limit ?? -1})`
  const { rowsAffected } = await ctx.db
    .update(table)
    .set({ whatsappId: null, updatedAt: sql`${table.updatedAt}` })
    .where(inArray(table.id, some))
  return rowsAffected
}

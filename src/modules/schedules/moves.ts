import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { deleteWithFiles } from '#kernel/media/release-files'
import { oneOf } from '#kernel/storage/one-of'
import { companies } from '../companies'
import { schedules as table } from './schema'

// Where schedules go when two contacts turn out to be one, and back; and when what they name is deleted.

/** Many changed at once: whoever shows them reads them again. */
const tellMany = (ctx: Ctx) => ctx.publish('company{c}-schedule', { action: 'create', records: [] })

async function moveTo(ctx: Ctx, contactId: number, from: number, ids?: number[]) {
  const moved = await ctx.db
    .update(table)
    .set({ contactId })
    .where(and(eq(table.companyId, ctx.companyId), eq(table.contactId, from), ids && oneOf(table.id, ids)))
    .returning({ id: table.id })
  if (moved.length) tellMany(ctx)
  return moved.map(({ id }) => id)
}

export const toContact = (ctx: Ctx, from: number, to: number) => moveTo(ctx, to, from)
/** Gives schedules back to a contact that had been merged away. */
export const placeAtContact = (ctx: Ctx, ids: number[], from: number, to: number) => moveTo(ctx, to, from, ids)

/** A contact that is deleted is written to no more; the rows go with its own. */
export async function leaveContact(ctx: Ctx, contactId: number) {
  const { rowsAffected } = await ctx.db
    .update(table)
    .set({ companyId: await companies.trash(ctx.db) })
    .where(and(eq(table.companyId, ctx.companyId), eq(table.contactId, contactId)))
  if (rowsAffected) tellMany(ctx)
}

/** Nothing is sent by a connection that is deleted, nor by another in its place. */
export async function leaveConnection(ctx: Ctx, connectionId: number) {
  const { rowsAffected } = await ctx.db
    .update(table)
    .set({ status: 'ERRO', failReason: 'connection_gone', whatsappId: null, recurrence: 'none' })
    .where(and(eq(table.whatsappId, connectionId), sql`status = 'PENDENTE'`, eq(table.companyId, ctx.companyId)))
  if (rowsAffected) tellMany(ctx)
}

/** Deletes some of those of a contact that is gone. */
export const purge = (ctx: Ctx, contactId: number, limit: number) =>
  deleteWithFiles(ctx, table, sql`id in (select id from schedules where contact_id = ${contactId} limit ${limit})`)

/** What somebody planned who is gone is said all the same, in nobody's name. */
export const leaveUser = async (ctx: Ctx, userId: number, limit: number) =>
  (
    await ctx.db
      .update(table)
      .set({ userId: null })
      .where(sql`id in (select id from schedules where user_id = ${userId} limit ${limit})`)
  ).rowsAffected

import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { oneOf } from '#kernel/storage/one-of'
import { ticketNotes as table } from './schema'

// Where notes go when two contacts or two tickets turn out to be one, and back; and when what they name is deleted.

/** Whatever moves a note is no change of it. */
const move = async (ctx: Ctx, values: { contactId?: number; ticketId?: number }, where: SQL | undefined) => {
  const moved = await ctx.db
    .update(table)
    .set({ ...values, updatedAt: sql`${table.updatedAt}` })
    .where(and(eq(table.companyId, ctx.companyId), where))
    .returning({ id: table.id })
  return moved.map(note => note.id)
}

export const toContact = (ctx: Ctx, from: number, to: number) => move(ctx, { contactId: to }, eq(table.contactId, from))
export async function toTicket(ctx: Ctx, from: { id: number }, to: { id: number }) {
  await giveUpNames(ctx, eq(table.ticketId, from.id), to)
  return move(ctx, { ticketId: to.id }, eq(table.ticketId, from.id))
}
/** A client's name for a note is one of its author in a ticket: where both have it, the one that comes gives it up. */
const giveUpNames = (ctx: Ctx, those: SQL, to: { id: number }) =>
  ctx.db.run(sql`update ${table} set client_id = null where ${those} and client_id is not null
    and exists (select 1 from ticket_notes k where k.ticket_id = ${to.id} and k.user_id = ticket_notes.user_id and k.client_id = ticket_notes.client_id)`)

/** Gives notes back to a contact, or to a ticket, that had been merged away: those of its tickets, and of `ids` those that outlived theirs. */
export const placeAtContact = (ctx: Ctx, ids: number[], ticketIds: number[], from: number, to: number) =>
  move(
    ctx,
    { contactId: to },
    and(eq(table.contactId, from), or(oneOf(table.ticketId, ticketIds), and(isNull(table.ticketId), oneOf(table.id, ids)))),
  )
export async function placeInTicket(ctx: Ctx, ids: number[], from: number, to: { id: number }) {
  const those = and(oneOf(table.id, ids), eq(table.ticketId, from))!
  await giveUpNames(ctx, those, to)
  return move(ctx, { ticketId: to.id }, those)
}

const some = (where: SQL, limit: number) => sql`id in (select id from ticket_notes where ${where} limit ${limit})`
const forget = async (ctx: Ctx, values: { ticketId?: null; userId?: null }, where: SQL, limit: number) =>
  (
    await ctx.db
      .update(table)
      .set({ ...values, updatedAt: sql`${table.updatedAt}` })
      .where(some(where, limit))
  ).rowsAffected

/** Some notes outlive the tickets that they were written in, and the person who wrote them. */
export const leaveTickets = (ctx: Ctx, ticketIds: SQL, limit: number) =>
  forget(ctx, { ticketId: null }, sql`ticket_id in ${ticketIds}`, limit)
export const leaveUser = (ctx: Ctx, userId: number, limit: number) => forget(ctx, { userId: null }, sql`user_id = ${userId}`, limit)

/** Deletes some of those about a contact that is gone. */
export const purge = async (ctx: Ctx, contactId: number, limit: number) =>
  (await ctx.db.delete(table).where(some(sql`contact_id = ${contactId}`, limit))).rowsAffected

import { and, eq, inArray, ne, notInArray, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import type { Ticket } from './index'
import { tickets as table } from './schema'
import { roomsOf } from './rooms'

const mine = (ctx: Ctx) => eq(table.companyId, ctx.companyId)

/**
 * Moves a contact's tickets to another contact. Where both have an active one on a connection, two would stand against the rule
 * of one: those come back as absorbed, for their messages to move before `dissolve`.
 */
export async function takeOver(ctx: Ctx, to: number, from: number) {
  const active = (contactId: number) =>
    ctx.db
      .select()
      .from(table)
      .where(and(mine(ctx), eq(table.contactId, contactId), ne(table.status, 'closed')))
  const [kept, gone] = [await active(to), await active(from)]
  const absorbed = gone.flatMap(ticket => {
    const other = kept.find(one => one.whatsappId === ticket.whatsappId)
    return other ? [{ from: ticket, to: other.id }] : []
  })
  const stays = absorbed.map(one => one.from.id)
  const moved = await ctx.db
    .update(table)
    .set({ contactId: to })
    .where(and(mine(ctx), eq(table.contactId, from), stays.length ? notInArray(table.id, stays) : undefined))
    .returning({ id: table.id })
  return { moved: moved.map(ticket => ticket.id), absorbed }
}

/** Removes a ticket whose messages went into another, which takes over its tags, unread count and wait. */
export async function dissolve(ctx: Ctx, from: Ticket, to: number) {
  await ctx.db.run(sql`update or ignore ticket_tags set ticket_id = ${to} where ticket_id = ${from.id}`)
  await ctx.db
    .update(table)
    .set({
      unreadMessages: sql`${table.unreadMessages} + ${from.unreadMessages}`,
      ...(from.waitingSince && { waitingSince: sql`min(coalesce(${table.waitingSince}, 9e15), ${from.waitingSince.getTime()})` }),
    })
    .where(eq(table.id, to))
  await ctx.db.delete(table).where(eq(table.id, from.id))
  ctx.publish('ticket', { action: 'delete', ticketId: from.id }, roomsOf(ctx.companyId, from))
}

export const restore = (ctx: Ctx, ticket: Ticket) => ctx.db.insert(table).values(ticket)
export const giveTo = (ctx: Ctx, ids: number[], contactId: number) =>
  ctx.db
    .update(table)
    .set({ contactId })
    .where(and(mine(ctx), inArray(table.id, ids)))

import { and, eq, ne, notInArray, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { fromJson } from '#kernel/storage/json-rows'
import { oneOf } from '#kernel/storage/one-of'
import { connections } from '../connections/schema'
import { queues } from '../queues/schema'
import { tags, type InheritedTags } from '../tags'
import { ticketActivities } from '../ticket-activities'
import { trackings, type InheritedOpenings } from '../trackings'
import { users } from '../users/schema'
import { publishGone } from './announce'
import { AWAKE } from './changes'
import { activeOf } from './arrivals'
import { authorize, type AuthorizedTicket, type Ticket } from './authorized'
import { tickets as table } from './schema'
import { COLUMNS } from './trash'

const mine = (ctx: Ctx) => eq(table.companyId, ctx.companyId)

/**
 * Moves a contact's tickets to another contact. Where both have an active one on a connection, two would stand against the rule
 * of one: those come back as absorbed, for their messages to move before `dissolve`.
 */
export async function takeOver(ctx: Ctx, to: number, from: number) {
  const active = (contactId: number) =>
    ctx.db
      .select(COLUMNS)
      .from(table)
      .where(and(mine(ctx), eq(table.contactId, contactId), ne(table.status, 'closed')))
  const [kept, gone] = [await active(to), await active(from)]
  const absorbed = gone.flatMap(ticket => {
    const other = kept.find(one => one.whatsappId === ticket.whatsappId)
    return other ? [{ from: authorize(ticket), to: authorize(other) }] : []
  })
  const stays = absorbed.map(one => one.from.id)
  const moved = await ctx.db
    .update(table)
    .set({ contactId: to })
    .where(and(mine(ctx), eq(table.contactId, from), stays.length ? notInArray(table.id, stays) : undefined))
    .returning()
  await trackings.follow(ctx, moved, to)
  return { moved: moved.map(authorize), absorbed }
}

/** What a dissolved ticket left to the other. */
export type Left = { tags: InheritedTags; openings: InheritedOpenings; activities?: number[] }

/** Removes a ticket whose messages went into another, which takes over its tags, unread count, wait and record. */
export async function dissolve(ctx: Ctx, from: AuthorizedTicket, to: AuthorizedTicket): Promise<Left> {
  const left = {
    tags: await tags.inherit(ctx, from.id, to.id),
    openings: await trackings.absorb(ctx, from, to),
    activities: await ticketActivities.absorb(ctx, from, to),
  }
  await ctx.db
    .update(table)
    .set({
      unreadMessages: sql`${table.unreadMessages} + ${from.unreadMessages}`,
      ...(from.waitingSince && { waitingSince: sql`min(coalesce(${table.waitingSince}, 9e15), ${from.waitingSince.getTime()})` }),
    })
    .where(eq(table.id, to.id))
  await ctx.db.delete(table).where(eq(table.id, from.id))
  publishGone(ctx, from)
  return left
}

/**
 * Brings a dissolved ticket back to a contact, with what it named as far as the company still has it, and under its own id unless that was
 * given to another. It comes back closed where the contact has an active one on the connection by now.
 */
export async function restore(ctx: Ctx, written: Ticket, contactId: number, from: number, left?: Left): Promise<AuthorizedTicket> {
  const { id, ...old } = fromJson(table, written)
  const still = async (of: typeof connections | typeof queues | typeof users, ref: number | null) => {
    if (ref === null) return null
    const found = await ctx.db
      .select({ id: of.id })
      .from(of)
      .where(and(eq(of.companyId, ctx.companyId), eq(of.id, ref)))
    return found[0]?.id ?? null
  }
  const whatsappId = await still(connections, old.whatsappId)
  const userId = await still(users, old.userId)
  const queueId = await still(queues, old.queueId)
  const status = old.status === 'open' && userId === null ? 'pending' : old.status
  const active = status !== 'closed' && whatsappId !== null && (await activeOf(ctx, contactId, whatsappId))
  const [taken] = await ctx.db.select({ id: table.id }).from(table).where(eq(table.id, id))
  const [row] = await ctx.db
    .insert(table)
    .values({
      ...old,
      ...(!taken && { id }),
      contactId,
      whatsappId,
      userId,
      queueId,
      status,
      ...AWAKE,
      ...(active && { status: 'closed', closedAt: new Date() }),
    })
    .returning()
  if (left) {
    await tags.giveBack(ctx, left.tags, from, row!.id)
    await trackings.giveBack(ctx, left.openings, from, row!)
    await ticketActivities.giveBack(ctx, left.activities ?? [], from, row!)
  }
  await trackings.track(ctx, [row!])
  return authorize(row!)
}

/** Gives tickets that one contact has to another; what is no more of the first stays where it is. */
export async function giveTo(ctx: Ctx, ids: number[], from: number, to: number) {
  const rows = await ctx.db
    .update(table)
    .set({ contactId: to })
    .where(and(mine(ctx), oneOf(table.id, ids), eq(table.contactId, from)))
    .returning()
  await trackings.follow(ctx, rows, to)
  return rows.map(authorize)
}

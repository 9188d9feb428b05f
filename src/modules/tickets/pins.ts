import { and, eq, ne, sql } from 'drizzle-orm'
import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { oneOf } from '#kernel/storage/one-of'
import { type AuthorizedTicket, load } from './authorized'
import { shownTickets } from './shown'
import { ticketPins as pins, tickets as table } from './schema'
import { visible } from './visibility'

declare module '#kernel/context' {
  interface Events {
    /** All that a person pinned, told to that person alone. */
    ticketPins: { action: 'update'; ticketIds: number[] }
  }
}

/** What stands on top of everything is found at a glance. */
const MOST = 20
/** With so many, what left the desk is forgotten. */
const REMEMBERED = 100

/** Of what a person pinned, what is still on their desk: they see it, and it has not ended. */
async function kept(ctx: Ctx, userId: number): Promise<number[]> {
  const rows = await ctx.db
    .select({ id: table.id })
    .from(pins)
    .innerJoin(table, eq(table.id, pins.ticketId))
    .where(and(eq(pins.userId, userId), sql`+${table.companyId} = ${ctx.companyId}`, ne(table.status, 'closed'), visible(ctx.actor)))
  return rows.map(({ id }) => id)
}

/** All that they pinned in this company: what left the desk is on top again when it comes back. */
async function idsOf(ctx: Ctx, userId: number): Promise<number[]> {
  const rows = await ctx.db
    .select({ id: table.id })
    .from(pins)
    .innerJoin(table, eq(table.id, pins.ticketId))
    .where(and(eq(pins.userId, userId), sql`+${table.companyId} = ${ctx.companyId}`))
  return rows.map(({ id }) => id)
}

const tell = (ctx: Ctx, userId: number, ticketIds: number[]) =>
  ctx.publish('ticketPins', { action: 'update', ticketIds }, [`user-${userId}`])

/** Keeps a ticket on top of the lists of whoever asks. What left their desk takes no place. */
export const pin = (ctx: Ctx, { id }: AuthorizedTicket) =>
  transaction(ctx, async ctx => {
    const { userId } = ctx.actor
    if (userId === null) return
    const { status } = await load(ctx, id)
    if (status === 'closed') throw new AppError('ERR_TICKET_CLOSED', 400)
    const before = await kept(ctx, userId)
    if (before.includes(id)) return
    if (before.length >= MOST) throw new AppError('ERR_PIN_LIMIT', 400, { limit: MOST })
    const all = await idsOf(ctx, userId)
    const forgotten = all.length < REMEMBERED ? [] : all.filter(one => !before.includes(one))
    await ctx.db.delete(pins).where(
      and(
        eq(pins.userId, userId),
        oneOf(
          pins.ticketId,
          forgotten.filter(one => one !== id),
        ),
      ),
    )
    await ctx.db.insert(pins).values({ userId, ticketId: id }).onConflictDoNothing()
    tell(ctx, userId, await idsOf(ctx, userId))
  })

export const unpin = (ctx: Ctx, { id }: AuthorizedTicket) =>
  transaction(ctx, async ctx => {
    const { userId } = ctx.actor
    if (userId === null) return
    await ctx.db.delete(pins).where(and(eq(pins.userId, userId), eq(pins.ticketId, id)))
    tell(ctx, userId, await idsOf(ctx, userId))
  })

/** What is on top now, and the ids of all that is pinned. */
export async function pinned(ctx: Ctx) {
  const { userId } = ctx.actor
  if (userId === null) return { tickets: [], ticketIds: [] }
  const [tickets, ticketIds] = await Promise.all([kept(ctx, userId).then(ids => shownTickets(ctx, ids)), idsOf(ctx, userId)])
  return { tickets, ticketIds }
}

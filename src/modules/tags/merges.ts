import { and, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { lanesOn } from './board'
import { tags as table, ticketTags } from './schema'

// Where tags go when two tickets turn out to be one, and back. The caller has checked the tickets.

/** The tags that a ticket had, and which of them the other one got by it. */
export type InheritedTags = { had: number[]; given: number[] }

const idsOn = async (ctx: Ctx, ticketId: number) =>
  (await ctx.db.select({ id: ticketTags.tagId }).from(ticketTags).where(eq(ticketTags.ticketId, ticketId))).map(({ id }) => id)
const put = async (ctx: Ctx, ticketId: number, tagIds: number[]) => {
  if (tagIds.length)
    await ctx.db
      .insert(ticketTags)
      .values(tagIds.map(tagId => ({ ticketId, tagId })))
      .onConflictDoNothing()
}

/** Gives a ticket's tags to another one, beside those that it has; its lane too, where the other stands in none. */
export async function inherit(ctx: Ctx, from: number, to: number): Promise<InheritedTags> {
  const [had, own] = [await idsOn(ctx, from), new Set(await idsOn(ctx, to))]
  const left = (await lanesOn(ctx, to)).length ? new Set(await lanesOn(ctx, from)) : new Set<number>()
  const given = had.filter(id => !own.has(id) && !left.has(id))
  await put(ctx, to, given)
  return { had, given }
}

/** Gives them back, as far as the company still has them. */
export async function giveBack(ctx: Ctx, { had, given }: InheritedTags, from: number, to: number) {
  if (!had.length) return
  if (given.length) await ctx.db.delete(ticketTags).where(and(eq(ticketTags.ticketId, from), inArray(ticketTags.tagId, given)))
  const still = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), inArray(table.id, had)))
  await put(
    ctx,
    to,
    still.map(({ id }) => id),
  )
}

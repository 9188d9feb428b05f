import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { tags as table, ticketTags } from './schema'

const areLanes = (ctx: Ctx) => and(eq(table.companyId, ctx.companyId), eq(table.kanban, 1))

/** The lanes of the board in their order. */
export const board = (ctx: Ctx) =>
  ctx.db
    .select()
    .from(table)
    .where(areLanes(ctx))
    .orderBy(sql`${table.position} is null`, asc(table.position), asc(table.id))

/** The lanes that a ticket has. */
export async function lanesOn(ctx: Ctx, ticketId: number) {
  const rows = await ctx.db
    .select({ id: table.id })
    .from(ticketTags)
    .innerJoin(table, eq(table.id, ticketTags.tagId))
    .where(and(eq(ticketTags.ticketId, ticketId), areLanes(ctx)))
  return rows.map(({ id }) => id)
}

/** Takes a ticket out of its lane, unless that is `except`: tags that are no lanes stay. The caller has checked the ticket. */
export const leaveBoard = (ctx: Ctx, ticketId: number, except = 0) =>
  ctx.db
    .delete(ticketTags)
    .where(
      and(
        eq(ticketTags.ticketId, ticketId),
        ne(ticketTags.tagId, except),
        sql`${ticketTags.tagId} in (select id from ${table} where ${areLanes(ctx)})`,
      ),
    )

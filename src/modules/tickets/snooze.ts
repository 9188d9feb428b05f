import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { authorize, type AuthorizedTicket } from './authorized'
import { AWAKE, patch } from './changes'
import { tickets as table } from './schema'

/** It leaves the lists, and keeps its place for when it is woken by hand. */
export const sleep = (ctx: Ctx, ticket: AuthorizedTicket, until: Date | null) =>
  patch(ctx, ticket, { snoozedAt: new Date(), snoozedUntil: until, returnedBy: null, updatedAt: ticket.updatedAt })

/** It is in the lists again: on top where its time came, and where it was when somebody took the snooze back. */
export const wake = (ctx: Ctx, ticket: AuthorizedTicket, returnedBy: 'due' | null) =>
  patch(ctx, ticket, { ...AWAKE, returnedBy, ...(!returnedBy && { updatedAt: ticket.updatedAt }) })

/** A ticket that sleeps until a moment. */
export async function asleep(ctx: Ctx, id: number) {
  const [row] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), eq(table.id, id), isNotNull(table.snoozedAt)))
  return row?.snoozedUntil ? { ticket: authorize(row), until: row.snoozedUntil } : undefined
}

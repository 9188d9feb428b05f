import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { noPermission, notFound } from '#kernel/errors'
import { oneOf } from '#kernel/storage/one-of'
import { preparedRow } from '#kernel/storage/prepared'
import { trackings } from '../trackings'
import { tickets as table } from './schema'
import { committedTicket } from './shown'
import { BELONGS, COLUMNS } from './trash'
import { sees, visible } from './visibility'

export type Ticket = typeof table.$inferSelect

declare const authorized: unique symbol
/**
 * A row whose tenant and visibility were checked for the actor. Whatever shows or changes a ticket takes one, so that an id that nobody
 * checked does not compile. The system sees all of its company, and so loads any.
 */
export type AuthorizedTicket = Ticket & { readonly [authorized]: true }

/** For rows that this module read by a scope that says as much as the check; nobody else makes one. */
export const authorize = (row: Ticket) => row as AuthorizedTicket

const byId = preparedRow(table, 'where company_id = ? and id = ?', BELONGS)
async function find(ctx: Ctx, id: number): Promise<Ticket> {
  const isCommitted = ctx.store.rows && ctx.db === ctx.store.db
  const ticket = isCommitted ? await committedTicket(ctx, id) : await byId(ctx.db, [ctx.companyId, id])
  if (!ticket) throw notFound('ticket')
  return ticket
}

/** The row, if the actor may see it; another company's answers as an unknown one. */
export async function load(ctx: Ctx, id: number): Promise<AuthorizedTicket> {
  const ticket = await find(ctx, id)
  if (!sees(ctx.actor, ticket)) throw noPermission()
  return authorize(ticket)
}

/** Which of many the actor may see: one query, where `load` reads a row each. */
export async function seenOf(ctx: Ctx, ids: number[]): Promise<Set<number>> {
  const [found] = await ctx.db
    .select({ ids: sql<string>`json_group_array(${table.id})` })
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), oneOf(table.id, ids), visible(ctx.actor)))
  return new Set(JSON.parse(found!.ids) as number[])
}

/** For who accepts: also a ticket that was free for the actor and is a colleague's by now, so that the refusal can name the colleague. */
export async function loadToAccept(ctx: Ctx, id: number): Promise<AuthorizedTicket> {
  const ticket = await find(ctx, id)
  const free = { ...ticket, status: 'pending' as const, userId: null }
  if (!sees(ctx.actor, ticket) && !(ticket.status === 'open' && sees(ctx.actor, free))) throw noPermission()
  return authorize(ticket)
}

/** Whether the actor handed it to who has it, so little ago that it can be undone. */
export const mayTakeBack = async (ctx: Ctx, { id, status, transferredBy }: Ticket) =>
  status === 'open' && transferredBy !== null && transferredBy === ctx.actor.userId && (await trackings.isJustBegun(ctx, id))

/** For who undoes: also a ticket that they see no more since they handed it to a colleague. */
export async function loadToTakeBack(ctx: Ctx, id: number): Promise<AuthorizedTicket> {
  const ticket = await find(ctx, id)
  if (!sees(ctx.actor, ticket) && !(await mayTakeBack(ctx, ticket))) throw noPermission()
  return authorize(ticket)
}

/** The row as it stands in the open transaction: since it was loaded, somebody else may have been faster. */
export const reload = async (ctx: Ctx, ticket: AuthorizedTicket) => authorize(await find(ctx, ticket.id))

export async function loadByUuid(ctx: Ctx, uuid: string): Promise<AuthorizedTicket> {
  const [found] = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), eq(table.uuid, uuid)))
  if (!found) throw notFound('ticket')
  return load(ctx, found.id)
}

/** The tickets of one contact, as far as the actor sees them. */
export async function ofContact(ctx: Ctx, contactId: number): Promise<AuthorizedTicket[]> {
  const rows = await ctx.db
    .select(COLUMNS)
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), eq(table.contactId, contactId)))
    .orderBy(desc(table.id))
    .limit(200)
  return rows.filter(ticket => sees(ctx.actor, ticket)).map(authorize)
}

/** Whether the actor sees every ticket that goes on with a contact, by whichever connection or by one. */
export async function seesActive(ctx: Ctx, contactId: number, whatsappId?: number): Promise<boolean> {
  const by = whatsappId === undefined ? undefined : eq(table.whatsappId, whatsappId)
  const active = await ctx.db
    .select(COLUMNS)
    .from(table)
    .where(and(eq(table.companyId, ctx.companyId), eq(table.contactId, contactId), ne(table.status, 'closed'), by))
  return active.every(ticket => sees(ctx.actor, ticket))
}

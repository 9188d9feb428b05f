import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Actor, Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { oneOf } from '#kernel/storage/one-of'
import { contacts } from '../contacts/schema'
import { pushSubscriptions } from '../push-subscriptions'
import { SYSTEM } from '../rights'
import { sees, visible, type AuthorizedTicket } from '../tickets'
import { tickets } from '../tickets/schema'
import { users } from '../users'
import { users as userTable } from '../users/schema'
import { noteMentions as table, ticketNotes } from './schema'

/** So many are listed; who has more sees them when these are gone. */
const MOST = 50
/** What a notice says of a note. */
const EXCERPT = 200

type Mention = {
  id: number
  noteId: number
  ticketId: number
  uuid: string
  contact: string
  by: string | null
  note: string
  createdAt: Date
}
declare module '#kernel/context' {
  interface Events {
    /** To the person alone. */
    noteMention: { action: 'create'; mention: Mention } | { action: 'seen'; ticketId: number }
  }
}

const toPerson = (userId: number) => [`user-${userId}`]

async function shown(ctx: Ctx, actor: Actor, where: SQL | undefined): Promise<(Mention & { userId: number })[]> {
  return ctx.db
    .select({
      id: table.id,
      noteId: table.noteId,
      userId: table.userId,
      ticketId: tickets.id,
      uuid: tickets.uuid,
      contact: contacts.name,
      by: userTable.name,
      note: sql<string>`substr(${ticketNotes.note}, 1, ${EXCERPT})`,
      createdAt: table.createdAt,
    })
    .from(table)
    .innerJoin(ticketNotes, eq(ticketNotes.id, table.noteId))
    .innerJoin(tickets, and(eq(tickets.id, ticketNotes.ticketId), eq(tickets.companyId, ctx.companyId)))
    .innerJoin(contacts, eq(contacts.id, ticketNotes.contactId))
    .leftJoin(userTable, eq(userTable.id, ticketNotes.userId))
    .where(and(eq(table.companyId, ctx.companyId), where, visible(actor)))
    .orderBy(desc(table.id))
    .limit(MOST)
}

/** Who of the company reads a ticket, and so may be named in its notes. */
export async function readersOf(ctx: Ctx, ticket: AuthorizedTicket) {
  const everyone = await users.everyone(ctx)
  return everyone
    .filter(({ id, profile, queues, allTicket }) =>
      sees({ ...SYSTEM, userId: id, profile, queueIds: queues.map(queue => queue.id), allTicket: allTicket === 'enabled' }, ticket),
    )
    .map(({ id }) => id)
}

/** Tells colleagues that a note names them, but its author; whom it could not tell must not be named. Part of the note's transaction. */
export async function mention(ctx: Ctx, ticket: AuthorizedTicket, noteId: number, userIds: number[]) {
  const named = new Set(userIds.filter(id => id !== ctx.actor.userId))
  if (!named.size) return
  if (!named.isSubsetOf(new Set(await readersOf(ctx, ticket)))) throw new AppError('ERR_MENTION_UNREAD')
  const ids = (
    await ctx.db
      .insert(table)
      .values([...named].map(userId => ({ companyId: ctx.companyId, noteId, userId })))
      .returning({ id: table.id })
  ).map(({ id }) => id)
  for (const { userId, ...mention } of await shown(ctx, SYSTEM, oneOf(table.id, ids))) {
    ctx.publish('noteMention', { action: 'create', mention }, toPerson(userId))
    await pushSubscriptions.tell(ctx, [userId], { mentionId: mention.id })
  }
}

/** A note that somebody is named in and has not looked at yet. */
export async function unseenMention(ctx: Ctx, id: number, userId: number): Promise<Mention | undefined> {
  const [found] = await shown(ctx, SYSTEM, and(eq(table.id, id), eq(table.userId, userId)))
  return found
}

const mine = (ctx: Ctx) => eq(table.userId, ctx.actor.userId ?? 0)

/** Where the person is named and has not looked yet, newest first, as far as they see the ticket. */
export const mentions = async (ctx: Ctx) => (await shown(ctx, ctx.actor, mine(ctx))).map(({ userId: _, ...mention }) => mention)

/** The person has looked at the ticket. */
export async function sawMentions(ctx: Ctx, { id: ticketId }: AuthorizedTicket) {
  const ofTicket = ctx.db.select({ id: ticketNotes.id }).from(ticketNotes).where(eq(ticketNotes.ticketId, ticketId))
  const { rowsAffected } = await ctx.db
    .delete(table)
    .where(and(mine(ctx), eq(table.companyId, ctx.companyId), inArray(table.noteId, ofTicket)))
  if (rowsAffected) ctx.publish('noteMention', { action: 'seen', ticketId }, toPerson(ctx.actor.userId!))
}

/** Some of who is gone. */
export async function purgeMentions(ctx: Ctx, userId: number, limit: number) {
  const some = sql`id in (select id from note_mentions where user_id = ${userId} limit ${limit})`
  return (await ctx.db.delete(table).where(some)).rowsAffected
}

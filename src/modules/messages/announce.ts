import { and, eq } from 'drizzle-orm'
import { publishLazily, type Ctx } from '#kernel/context'
import type { Contact } from '../contacts'
import { roomsOf, tickets, type AuthorizedTicket, type Assignment, type ShownTicket } from '../tickets'
import { messages as table } from './schema'
import { shownById, shownNew, type Message, type ShownMessage } from './shape'

/** A message that was stored, whose it is, and where its ticket stood before, if it was moved by it. */
type Arrived = { ticket: AuthorizedTicket; author?: Contact | null; before?: Assignment }

type MessageEvent =
  | { action: 'create'; message: ShownMessage; ticket: ShownTicket; contact: ShownTicket['contact'] }
  | { action: 'update'; message: ShownMessage; ticket?: ShownTicket; contact?: ShownTicket['contact'] }
declare module '#kernel/context' {
  interface Events {
    appMessage: MessageEvent
  }
}

/** Tells a new message, and its ticket, to whoever may see the ticket. */
export function announce(ctx: Ctx, message: Message, { ticket, author = null, before }: Arrived) {
  const rooms = [...roomsOf(ctx.companyId, ticket), ...(before ? roomsOf(ctx.companyId, before) : [])]
  publishLazily(ctx, rooms, async ctx => {
    const [shown] = await tickets.views(ctx, [ticket])
    if (!shown) return
    if (before) tickets.publishLeft(ctx, before, shown)
    const shownMessage = await shownNew(ctx, message, author, shown.queue)
    const payload = { action: 'create' as const, message: shownMessage, ticket: shown, contact: shown.contact }
    ctx.publish('appMessage', payload, roomsOf(ctx.companyId, shown))
    tickets.publishState(ctx, shown)
  })
}

/** Tells changed messages to those who have the conversation open. */
export function announceChange(ctx: Ctx, changed: Pick<Message, 'id' | 'ticketId'>[]) {
  for (const { id, ticketId } of changed)
    publishLazily(ctx, [`ticket-${ticketId}`], async ctx => {
      const [message] = await shownById(ctx, [id])
      if (message) ctx.publish('appMessage', { action: 'update', message }, [`ticket-${message.ticketId}`])
    })
}

export async function change(ctx: Ctx, id: number, values: Partial<Message>) {
  const changed = await ctx.db
    .update(table)
    .set(values)
    .where(and(eq(table.companyId, ctx.companyId), eq(table.id, id)))
    .returning({ id: table.id, ticketId: table.ticketId })
  announceChange(ctx, changed)
}

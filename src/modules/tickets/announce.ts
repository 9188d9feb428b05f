import type { Ctx } from '#kernel/context'
import type { AuthorizedTicket, Ticket } from './authorized'
import type { ShownTicket } from './shown'
import { views } from './view'
import { roomsOf } from './rooms'

/** Where a ticket stands: its list, and who hears of it. */
export type Assignment = Pick<Ticket, 'id' | 'status' | 'userId' | 'queueId'>
type TicketEvent =
  | { action: 'update'; ticket: ShownTicket; ticketId: number }
  /** It left the list of this status; without one, it is no more. */
  | { action: 'delete'; ticketId: number; oldStatus?: Ticket['status'] }
  | { action: 'updateUnread'; ticketId: number }
declare module '#kernel/context' {
  interface Events {
    ticket: TicketEvent
  }
}

type Change = { ticket: AuthorizedTicket; before?: Assignment }

const moved = (a: Assignment, b: Assignment) => a.status !== b.status || a.userId !== b.userId || a.queueId !== b.queueId

/** Tells the lists that a ticket left, and those who saw it until now. Who has it open waits for its new state instead. */
export function publishLeft(ctx: Ctx, before: Assignment, after: Assignment, lost: string[] = []) {
  if (!moved(before, after)) return
  const lists = roomsOf(ctx.companyId, before).filter(room => room !== `ticket-${before.id}`)
  ctx.publish('ticket', { action: 'delete', ticketId: before.id, oldStatus: before.status }, [...lists, ...lost])
}

/** Tells a ticket's state to whoever may see it. */
export const publishState = (ctx: Ctx, ticket: ShownTicket) =>
  ctx.publish('ticket', { action: 'update', ticket, ticketId: ticket.id }, roomsOf(ctx.companyId, ticket))

/**
 * Tells changed tickets to whoever may see them, and their going to those who no longer do: the lists that had them, and the rooms of who
 * lost the right to these lists before.
 */
export async function announceAll(ctx: Ctx, changes: Change[], lost?: string[]) {
  const shown = await views(
    ctx,
    changes.map(({ ticket }) => ticket),
  )
  const byId = new Map(shown.map(ticket => [ticket.id, ticket]))
  for (const { ticket, before } of changes) {
    const now = byId.get(ticket.id)
    if (!now) continue
    if (before) publishLeft(ctx, before, now, lost)
    const { id, status, userId, queueId } = now
    const decide = () => ctx.access.changed({ ticket: { id, status, userId, queueId } })
    // Whoever has it open reads which colleague has it now, and nothing of one that waits in a queue that they do not hold.
    const isElsewhere = before !== undefined && before.queueId !== queueId && userId === null
    if (isElsewhere) decide()
    publishState(ctx, now)
    if (!isElsewhere) decide()
  }
}
export const announce = (ctx: Ctx, ticket: AuthorizedTicket, before?: Assignment) => announceAll(ctx, [{ ticket, before }])

/** A ticket that is no more: gone from lists and windows. */
export const publishGone = (ctx: Ctx, ticket: Assignment) =>
  ctx.publish('ticket', { action: 'delete', ticketId: ticket.id }, roomsOf(ctx.companyId, ticket))

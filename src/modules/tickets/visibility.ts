import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Actor } from '#kernel/context'
import { tickets as table } from './schema'

type Seen = Pick<typeof table.$inferSelect, 'userId' | 'queueId' | 'status'>

/**
 * Which tickets someone sees. Admins: all. Supervisors: all of the own queues. Agents: of the own queues those that are
 * theirs, nobody's or closed. Without a queue: the own ones, and with `allTicket` those that wait.
 * `sees` and `visible` say the same, for one row and for a query.
 */
export function sees(actor: Actor, ticket: Seen): boolean {
  if (actor.profile === 'admin') return true
  const own = ticket.userId !== null && ticket.userId === actor.userId
  if (ticket.queueId === null) return own || (actor.allTicket && ticket.status === 'pending')
  if (!actor.queueIds.includes(ticket.queueId)) return false
  return actor.profile === 'supervisor' || own || ticket.userId === null || ticket.status === 'closed'
}

export function visible(actor: Actor): SQL | undefined {
  if (actor.profile === 'admin') return
  const own = eq(table.userId, actor.userId ?? 0)
  const ofQueues = actor.queueIds.length ? inArray(table.queueId, actor.queueIds) : sql`0`
  const withoutQueue = and(isNull(table.queueId), or(own, actor.allTicket ? eq(table.status, 'pending') : undefined))
  return or(
    and(ofQueues, actor.profile === 'supervisor' ? undefined : or(own, isNull(table.userId), eq(table.status, 'closed'))),
    withoutQueue,
  )
}

/**
 * The rooms of those who asked to hear that the ticket's customer types: in its conversation, or wherever its user sees it. Nobody else
 * does, since lists of clients of this family are lost by it.
 */
export const typingRoomsOf = (companyId: number, ticket: Seen & { id: number }): string[] => [
  `typing-${ticket.id}`,
  ...roomsOf(companyId, ticket).flatMap(room =>
    /-own-\d+$/.test(room) ? `${room}-typing` : room.endsWith('-notification') ? room.replace(/notification$/, 'typing') : [],
  ),
]

/** The rooms whose sockets may hear of a ticket; a socket is in those that its user's rights give (see flows/live.ts). */
export function roomsOf(companyId: number, ticket: Seen & { id: number }): string[] {
  const scopes = [`company-${companyId}`]
  const queue = ticket.queueId ?? `none-${companyId}`
  scopes.push(`queue-${queue}-all`)
  const isFree = ticket.queueId === null ? ticket.status === 'pending' : ticket.userId === null || ticket.status === 'closed'
  if (isFree) scopes.push(`queue-${queue}-free`)
  return [
    `ticket-${ticket.id}`,
    ...scopes.flatMap(scope => [`${scope}-${ticket.status}`, `${scope}-notification`]),
    ...(ticket.userId === null ? [] : [`company-${companyId}-own-${ticket.userId}`, `queue-${queue}-own-${ticket.userId}`]),
  ]
}

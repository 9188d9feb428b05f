import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Actor } from '#kernel/context'
import { tickets as table } from './schema'
import { hasNoOwner, hasNoQueue } from './trash'

export type Seen = Pick<typeof table.$inferSelect, 'userId' | 'queueId' | 'status'>

/**
 * Which tickets someone sees. Admins: all. Supervisors: all of the own queues. Agents: of the own queues those that are
 * theirs, nobody's or closed. Without a queue, for both: the own ones, and with `allTicket` those that wait.
 * `sees` and `visible` say the same, for one row and for a query; rooms.ts says it for sockets. Who may not list closed tickets
 * (`tickets:closed`) comes to one by its conversation alone.
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
  const withoutQueue = and(hasNoQueue, or(own, actor.allTicket ? eq(table.status, 'pending') : undefined))
  return or(and(ofQueues, actor.profile === 'supervisor' ? undefined : or(own, hasNoOwner, eq(table.status, 'closed'))), withoutQueue)
}

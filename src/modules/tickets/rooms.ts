import type { Actor } from '#kernel/context'
import { may } from '../rights'
import type { Seen } from './visibility'

/** What a socket may ask to follow of the tickets that its user sees. */
export type Following = { kind: 'status'; status: string } | { kind: 'notification' | 'typing' }

/** The rooms whose sockets may hear of a ticket: those that `roomsFor` and `personalRooms` give to who sees it. */
export function roomsOf(companyId: number, ticket: Seen & { id: number }): string[] {
  const { status, userId } = ticket
  const queue = ticket.queueId ?? `none-${companyId}`
  const isFree = ticket.queueId === null ? status === 'pending' : userId === null || status === 'closed'
  return [
    `ticket-${ticket.id}`,
    ...[`company-${companyId}`, `queue-${queue}-all`].flatMap(scope => [`${scope}-${status}`, `${scope}-notification`]),
    // Closed tickets are followed by right, even by those who follow everything.
    ...(isFree ? [`queue-${queue}-free-${status}`, `queue-${queue}-free-${status === 'closed' ? 'closed-' : ''}notification`] : []),
    ...(userId === null ? [] : [`company-${companyId}-own-${userId}`, `queue-${queue}-own-${userId}`]),
  ]
}

/** The rooms that a user's rights open for what a socket follows. */
export function roomsFor(actor: Actor, companyId: number, following: Following): string[] {
  const what = following.kind === 'status' ? following.status : following.kind
  if (what === 'closed' && !may(actor, 'tickets:closed')) return []
  if (what === 'group' && !may(actor, 'tickets:groups')) return []
  if (actor.profile === 'admin') return [`company-${companyId}-${what}`]
  const withClosed = what === 'notification' && may(actor, 'tickets:closed')
  const whats = actor.profile === 'supervisor' ? [`all-${what}`] : [`free-${what}`, ...(withClosed ? [`free-closed-${what}`] : [])]
  const queues = actor.queueIds.flatMap(id => whats.map(what => `queue-${id}-${what}`))
  return actor.allTicket && what !== 'open' && what !== 'closed' ? [...queues, `queue-none-${companyId}-free-${what}`] : queues
}

/** What everyone is in alone, without asking: the own tickets of the queues that are held. */
export function personalRooms({ userId, profile, queueIds }: Actor, companyId: number): string[] {
  const scopes = profile === 'admin' ? [`company-${companyId}`] : [...queueIds, `none-${companyId}`].map(queue => `queue-${queue}`)
  return scopes.map(scope => `${scope}-own-${userId}`)
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

import { expect, test } from 'bun:test'
import { may, SYSTEM } from '../rights'
import { personalRooms, roomsFor, roomsOf, typingRoomsOf, type Following } from './rooms'
import { sees } from './visibility'

const COMPANY = 1
const [HELD, FOREIGN] = [1, 2]
const [SELF, COLLEAGUE] = [1, 2]
const STATUSES = ['open', 'pending', 'closed'] as const

/** One of each kind. */
const actors = (['admin', 'supervisor', 'user'] as const).flatMap(profile =>
  [false, true].flatMap(allTicket =>
    [[], ['viewclosed']].map(features => ({
      ...SYSTEM,
      ...{ userId: SELF, profile, queueIds: [HELD], allTicket, features: new Set(features) },
    })),
  ),
)
const tickets = STATUSES.flatMap(status =>
  [HELD, FOREIGN, null].flatMap(queueId => [SELF, COLLEAGUE, null].map(userId => ({ id: 9, status, queueId, userId }))),
)

test('who sees a ticket hears of it live, and nobody else: in its list, as a notice, and that its customer types', () => {
  const wrong: object[] = []
  for (const actor of actors)
    for (const ticket of tickets)
      for (const following of [
        { kind: 'status', status: ticket.status },
        { kind: 'notification' },
        { kind: 'typing' },
      ] satisfies Following[]) {
        const isTyping = following.kind === 'typing'
        // The customer of a ticket that has ended types in none.
        if (isTyping && ticket.status === 'closed') continue
        const own = personalRooms(actor, COMPANY).map(room => (isTyping ? `${room}-typing` : room))
        const rooms = new Set([...own, ...roomsFor(actor, COMPANY, following)])
        const told = isTyping ? typingRoomsOf(COMPANY, ticket) : roomsOf(COMPANY, ticket)
        const { profile, allTicket, userId, features } = actor
        // Closed ones are followed by right, as they are listed.
        const isListed = ticket.status !== 'closed' || ticket.userId === userId || may(actor, 'tickets:closed')
        const hears = told.some(room => rooms.has(room))
        if (hears !== (sees(actor, ticket) && isListed))
          wrong.push({ hears, profile, allTicket, features: [...features], ...ticket, ...following })
      }
  expect(wrong).toEqual([])
})

test('a socket that follows one list hears of no other tickets than of that one and the own ones', () => {
  for (const actor of actors)
    for (const status of STATUSES) {
      const rooms = new Set(roomsFor(actor, COMPANY, { kind: 'status', status }))
      for (const ticket of tickets)
        if (ticket.status !== status) expect(roomsOf(COMPANY, ticket).filter(room => rooms.has(room))).toEqual([])
    }
})

import { eventName } from '#kernel/events/event-name'
import type { Events } from '#kernel/context'
import type { Realtime, Socket } from '#kernel/events/realtime'
import type { Live } from './socket-access'

/** What somebody does at a ticket that is on their screen. */
type Doing = 'looking' | 'typing'
/** What a socket says of itself; `stopped` ends typing alone. A word is a lease: whoever does not say it again is gone. */
const WORDS = ['looking', 'typing', 'stopped', 'left'] as const
/** What a window says, as every process hears it: each knows all of them, and tells its own sockets. */
export type TicketPresence = {
  process: string
  windowId: string
  companyId: number
  person: { id: number; name: string }
  ticketId: number | null
  doing: Doing
}
type Leased = TicketPresence & { lease: Timer }

const LEASE_MS = { looking: 45_000, typing: 6_000 }

declare module '#kernel/context' {
  interface Events {
    /** Presence of a colleague at a ticket: kept nowhere, told to those who have it open. */
    ticketPerson: { action: 'update'; ticketId: number; person: { id: number; name: string }; state: Doing | 'left' }
  }
}

const rank = { left: 0, looking: 1, typing: 2 }
const most = (states: (Doing | 'left')[]) => states.reduce((best, one) => (rank[one] > rank[best] ? one : best), 'left')

type Options = { process: string; say(presence: TicketPresence): void; live(): Realtime<Live> }

/**
 * Who looks at a ticket and who types in it: one word a person, of however many windows. `say` reaches the `hear` of every process, at
 * once or later: what is said here is taken here at once, and passed over when it comes back.
 */
export function ticketPeople({ process, say, live }: Options) {
  const windows = new Map<string, Leased>()
  const atTicket = new Map<number, Set<Leased>>()

  const at = (ticketId: number, userId?: number) =>
    [...(atTicket.get(ticketId) ?? [])].filter(({ person }) => userId === undefined || person.id === userId)
  const stateOf = (ticketId: number, userId: number) => most(at(ticketId, userId).map(({ doing }) => doing))
  const told = (ticketId: number, person: TicketPresence['person'], state: Doing | 'left') =>
    ({ action: 'update', ticketId, person, state }) satisfies Events['ticketPerson']

  function forget(presence: Leased) {
    clearTimeout(presence.lease)
    windows.delete(presence.windowId)
    const others = atTicket.get(presence.ticketId!)!
    others.delete(presence)
    if (!others.size) atTicket.delete(presence.ticketId!)
  }
  function keep(presence: TicketPresence, ticketId: number) {
    const ends = () => take(presence.doing === 'typing' ? { ...presence, doing: 'looking' } : { ...presence, ticketId: null })
    const leased = { ...presence, lease: setTimeout(ends, LEASE_MS[presence.doing]) }
    windows.set(presence.windowId, leased)
    atTicket.set(ticketId, (atTicket.get(ticketId) ?? new Set()).add(leased))
  }

  function take(presence: TicketPresence) {
    const { windowId, companyId, person, ticketId } = presence
    const known = windows.get(windowId)
    const concerned = [...new Set([known?.ticketId ?? null, ticketId])].filter(id => id !== null)
    const states = () => concerned.map(id => stateOf(id, person.id))
    const before = states()
    if (known) forget(known)
    if (ticketId !== null) keep(presence, ticketId)
    for (const [i, state] of states().entries())
      if (state !== before[i])
        live().publish([`ticket-${concerned[i]}`], eventName(companyId, 'ticketPerson'), told(concerned[i]!, person, state))
  }

  const put = ({ session: { id: windowId, access } }: Socket<Live>, ticketId: number | null, doing: Doing = 'looking') => {
    const { companyId, actor } = access
    const presence = { process, windowId, companyId, person: { id: actor.userId!, name: actor.name }, ticketId, doing }
    take(presence)
    say(presence)
  }

  /** Whoever comes is told who is there already. */
  function greet(socket: Socket<Live>, ticketId: number) {
    const { companyId, actor } = socket.session.access
    const there = new Map(at(ticketId).map(({ person }) => [person.id, person]))
    there.delete(actor.userId!)
    for (const person of there.values())
      socket.emit(eventName(companyId, 'ticketPerson'), told(ticketId, person, stateOf(ticketId, person.id)))
  }

  return {
    hear: (presence: TicketPresence) => void (presence.process === process || take(presence)),
    /** Only of a ticket whose room the socket is in, which the server lets in by right. Tells whether it has just come. */
    said(socket: Socket<Live>, [ticket, word]: unknown[]): number | undefined {
      const ticketId = Number(ticket)
      if (!WORDS.some(known => known === word) || !socket.rooms.has(`ticket-${ticketId}`)) return
      const known = windows.get(socket.session.id)
      const isNew = known?.ticketId !== ticketId
      if (word === 'left') return void (isNew || put(socket, null))
      const isTyping = word === 'typing' || (word === 'looking' && !isNew && known.doing === 'typing')
      // The lease of typing is not renewed by looking.
      if (isTyping && word === 'looking') return
      put(socket, ticketId, isTyping ? 'typing' : 'looking')
      if (!isNew) return
      greet(socket, ticketId)
      return ticketId
    },
    /** The ticket that a socket looks at. */
    ticketOf: (socket: Socket<Live>) => windows.get(socket.session.id)?.ticketId,
    /** The socket is no more, or not in the ticket's room any more. */
    gone: (socket: Socket<Live>) => windows.has(socket.session.id) && put(socket, null),
  }
}

import type { CtxFor } from '#kernel/context'
import { eventName } from '#kernel/events/event-name'
import type { Realtime, Socket } from '#kernel/events/realtime'
import type { Live } from './socket-access'

/** What somebody does at a ticket that is on their screen. */
type Doing = 'looking' | 'typing'
/** What a socket says of itself; `stopped` ends typing alone. A word is a lease: whoever does not say it again is gone. */
const WORDS = ['looking', 'typing', 'stopped', 'left'] as const
export type Look = { ticketId: number; doing: Doing; lease: Timer }

const LEASE_MS = { looking: 45_000, typing: 6_000 }

declare module '#kernel/context' {
  interface Events {
    /** Presence of a colleague at a ticket: kept nowhere, told to those who have it open. */
    ticketPerson: { action: 'update'; ticketId: number; person: { id: number; name: string }; state: Doing | 'left' }
  }
}

const rank = { left: 0, looking: 1, typing: 2 }
const most = (states: (Doing | 'left')[]) => states.reduce((best, one) => (rank[one] > rank[best] ? one : best), 'left')
const at = ({ session: { look } }: Socket<Live>, ticketId: number) => (look?.ticketId === ticketId ? look.doing : 'left')

/** Who looks at a ticket and who types in it: one word a person, of however many windows. */
export function ticketPeople(ctxFor: CtxFor, live: () => Realtime<Live>) {
  function put(socket: Socket<Live>, ticketId: number | undefined, doing: Doing = 'looking') {
    const { session } = socket
    const { companyId, actor } = session.access
    const others = [...live().in(`user-${actor.userId}`)].filter(other => other !== socket)
    const concerned = [...new Set([session.look?.ticketId, ticketId])].filter(id => id !== undefined)
    const states = () => concerned.map(id => most([at(socket, id), ...others.map(other => at(other, id))]))
    const before = states()
    clearTimeout(session.look?.lease)
    const ends = () => (doing === 'typing' ? put(socket, ticketId) : put(socket, undefined))
    session.look = ticketId === undefined ? undefined : { ticketId, doing, lease: setTimeout(ends, LEASE_MS[doing]) }
    for (const [i, state] of states().entries()) {
      if (state === before[i]) continue
      const [id, person] = [concerned[i]!, { id: actor.userId!, name: actor.name }]
      ctxFor(companyId, actor).publish('ticketPerson', { action: 'update', ticketId: id, person, state }, [`ticket-${id}`])
    }
  }

  /** Whoever comes is told who is there already. */
  function greet(socket: Socket<Live>, ticketId: number) {
    const { companyId, actor } = socket.session.access
    const there = new Map<number, { name: string; states: Doing[] }>()
    for (const other of live().in(`ticket-${ticketId}`)) {
      const { look, access } = other.session
      if (look?.ticketId !== ticketId || access.actor.userId === actor.userId) continue
      const known = there.get(access.actor.userId!) ?? { name: access.actor.name, states: [] }
      there.set(access.actor.userId!, { ...known, states: [...known.states, look.doing] })
    }
    for (const [id, { name, states }] of there)
      socket.emit(eventName(companyId, 'ticketPerson'), { action: 'update', ticketId, person: { id, name }, state: most(states) })
  }

  return {
    /** Only of a ticket whose room the socket is in, which the server lets in by right. Tells whether it has just come. */
    said(socket: Socket<Live>, [ticket, word]: unknown[]): number | undefined {
      const ticketId = Number(ticket)
      if (!WORDS.some(known => known === word) || !socket.rooms.has(`ticket-${ticketId}`)) return
      const { look } = socket.session
      const isNew = look?.ticketId !== ticketId
      if (word === 'left') return void (isNew || put(socket, undefined))
      const isTyping = word === 'typing' || (word === 'looking' && !isNew && look.doing === 'typing')
      // The lease of typing is not renewed by looking.
      if (isTyping && word === 'looking') return
      put(socket, ticketId, isTyping ? 'typing' : 'looking')
      if (!isNew) return
      greet(socket, ticketId)
      return ticketId
    },
    /** The socket is no more, or not in the ticket's room any more. */
    gone: (socket: Socket<Live>) => socket.session.look && put(socket, undefined),
  }
}

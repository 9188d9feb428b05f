import { signal } from '@preact/signals-react'
import { connected, emit, on } from '../../../kit/realtime'
import { user } from '../../../session'

/** A colleague who has the same ticket on screen. */
type Person = { id: number; name: string; isTyping: boolean }

/** Heartbeat of the presence, and throttle of its words, both sooner than the server forgets. */
const LOOKING_MS = 20_000
const TYPING_MS = 2_500

/** By ticket. The server's leases say when somebody is gone; without a line nothing is known. */
const people = signal<Readonly<Record<number, Person[]>>>({})
on('ticketPerson', ({ ticketId, person, state }) => {
  const others = (people.value[ticketId] ?? []).filter(({ id }) => id !== person.id)
  people.value = { ...people.value, [ticketId]: state === 'left' ? others : [...others, { ...person, isTyping: state === 'typing' }] }
})
connected.subscribe(isUp => isUp || (people.value = {}))

/** The others at a ticket. */
export const peopleAt = (ticketId: number) => (people.value[ticketId] ?? []).filter(({ id }) => id !== user.value?.id)

/** Says to colleagues that this person looks at a ticket, while they do. */
export function look(ticketId: number) {
  const say = (word: 'looking' | 'typing' | 'stopped' | 'left') => emit('ticketPresence', String(ticketId), word)
  const see = () => say(document.visibilityState === 'visible' ? 'looking' : 'left')
  let typedAt = 0
  // Who left while the ticket's room was not joined is told of by nobody: the server says who is there.
  people.value = { ...people.peek(), [ticketId]: [] }
  const timer = setInterval(see, LOOKING_MS)
  document.addEventListener('visibilitychange', see)
  // After the rooms of the page are joined again.
  const stop = connected.subscribe(isUp => isUp && queueMicrotask(see))
  return {
    typed() {
      if (Date.now() - typedAt < TYPING_MS) return
      typedAt = Date.now()
      say('typing')
    },
    stopped() {
      if (typedAt) say('stopped')
      typedAt = 0
    },
    leave() {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', see)
      stop()
      say('left')
    },
  }
}

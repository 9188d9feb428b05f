import { signal } from '@preact/signals-react'
import { get } from '../../../kit/api'
import { on } from '../../../kit/realtime'
import { replayMissed } from '../../../kit/replay-missed'
import type { Ticket } from '../types'

/** What this person keeps on top of the open lists, in all of their windows. */
const pins = signal<ReadonlySet<number>>(new Set())
export const isPinned = ({ id, status }: Pick<Ticket, 'id' | 'status'>) => status !== 'closed' && pins.value.has(id)

type Put = (ticket: Ticket) => void
/** What is pinned while the list of it is on its way stands on top of an answer that is older. */
const replay = replayMissed()

/** Reads what is pinned, also from behind the first page of a list. */
export const readPins = (put: Put) =>
  replay
    .take(get<{ tickets: Ticket[]; ticketIds: number[] }>('/tickets/pins'), ({ tickets, ticketIds }) => {
      pins.value = new Set(ticketIds)
      tickets.forEach(put)
    })
    .catch(() => {})

/** Follows what is pinned elsewhere; what leaves its place on top goes back to where its time puts it. */
export const watchPins = (put: Put, known: () => Ticket[]) =>
  on('ticketPins', ({ ticketIds }) => {
    const before = pins.value
    replay.change(() => {
      pins.value = new Set(ticketIds)
      const changed = known().filter(({ id }) => before.has(id) !== pins.value.has(id))
      changed.forEach(put)
    })
    if (ticketIds.some(id => !before.has(id) && !known().some(ticket => ticket.id === id))) void readPins(put)
  })

import type { Ticket } from './types'

/** What the page does with a ticket, and where it goes then. */
export type Verbs = {
  accept: (ticket: Ticket) => Promise<void>
  acceptLongest: () => Promise<void>
  resolve: (ticket: Ticket) => Promise<void>
}

import type { Ticket } from './types'

/** What comes before a verb; what the composer sets comes later. */
export const first: {
  /** Which ticket follows is decided by the list as it is when the verb is pressed: what it changes moves the rows. */
  decides?: (ticket: Ticket) => void
  /** What was sent in a ticket leaves before anything is done with it: one that has ended takes no more. Whether all of it did. */
  leaves?: (ticketId: number) => Promise<boolean>
  /** Whether an answer or a note was begun and not sent. */
  isBegun?: (ticketId: number) => boolean
} = {}

/** What comes before a verb, set with the composer, which comes later. */
export const first: {
  /** What was sent in a ticket leaves before anything is done with it: one that has ended takes no more. Whether all of it did. */
  leaves?: (ticketId: number) => Promise<boolean>
  /** Whether an answer or a note was begun and not sent. */
  isBegun?: (ticketId: number) => boolean
} = {}

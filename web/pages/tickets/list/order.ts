import type { Ticket } from '../types'

/** As `ORDERS` of `src/modules/tickets/list.ts` on the server. */
type Order = (a: Ticket, b: Ticket) => number

export const newestFirst: Order = (a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : b.id - a.id)

/** Who waits for nothing stands last. */
export const longestWait: Order = (a, b) => {
  if (a.waitingSince === b.waitingSince) return a.id - b.id
  if (!a.waitingSince || !b.waitingSince) return a.waitingSince ? -1 : 1
  return a.waitingSince < b.waitingSince ? -1 : 1
}

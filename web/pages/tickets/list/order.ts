import type { Ticket } from '../types'

/** As `ORDERS` of `src/modules/tickets/list.ts` on the server. */
type Order = (a: Ticket, b: Ticket) => number

export const newestFirst: Order = (a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : b.id - a.id)

const oldestFirst: Order = (a, b) => -newestFirst(a, b)

/** Who waits for nothing stands last. */
export const longestWait: Order = (a, b) => {
  if (a.waitingSince === b.waitingSince) return a.id - b.id
  if (!a.waitingSince || !b.waitingSince) return a.waitingSince ? -1 : 1
  return a.waitingSince < b.waitingSince ? -1 : 1
}

/** Who wrote last and has no answer yet stands first. */
const unansweredFirst: Order = (a, b) =>
  Number(!a.waitingSince) - Number(!b.waitingSince) || (a.waitingSince === b.waitingSince ? b.id - a.id : -longestWait(a, b))

/** Whose time comes first; who sleeps until the customer writes stands last. */
export const soonestAwake: Order = (a, b) =>
  Number(!a.snoozedUntil) - Number(!b.snoozedUntil) ||
  (a.snoozedUntil === b.snoozedUntil ? a.id - b.id : a.snoozedUntil! < b.snoozedUntil! ? -1 : 1)

export const ORDERS = { newest: newestFirst, oldest: oldestFirst, waiting: longestWait, unanswered: unansweredFirst }
export type OrderName = keyof typeof ORDERS

import type { Ticket } from '../types'

type Order = (a: Ticket, b: Ticket) => number

export const newestFirst: Order = (a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : b.id - a.id)

/** Who waits for nothing stands last. */
export const longestWait: Order = (a, b) => {
  if (a.waitingSince === b.waitingSince) return a.id - b.id
  if (!a.waitingSince || !b.waitingSince) return a.waitingSince ? -1 : 1
  return a.waitingSince < b.waitingSince ? -1 : 1
}

/** Puts a row where it belongs. One that lies beyond the last page comes with its own page. */
export function putRow(rows: Ticket[], ticket: Ticket, order: Order, hasMore: boolean): Ticket[] {
  const rest = rows.filter(other => other.id !== ticket.id)
  const isNew = rest.length === rows.length
  if (isNew && hasMore && rest.length && order(ticket, rest.at(-1)!) > 0) return rows
  return [...rest, ticket].toSorted(order)
}

/** The rows of a further page, without those that moved into it from the one before. */
export function addPage(rows: Ticket[], page: Ticket[]): Ticket[] {
  const known = new Set(rows.map(ticket => ticket.id))
  return [...rows, ...page.filter(ticket => !known.has(ticket.id))]
}

import { expect, test } from 'bun:test'
import type { Ticket } from '../types'
import { ORDERS, soonestAwake } from './order'

const ticket = (id: number, updatedAt: number, waitingSince: number | null, snoozedUntil: string | null = null) => {
  const at = (minute: number) => `2026-11-22T10:${String(minute).padStart(2, '0')}:00.000Z`
  return { id, updatedAt: at(updatedAt), waitingSince: waitingSince === null ? null : at(waitingSince), snoozedUntil } as Ticket
}
const rows = [ticket(1, 10, 5), ticket(2, 30, null), ticket(3, 20, 15), ticket(4, 40, 5), ticket(5, 1, null)]
const sorted = (order: (a: Ticket, b: Ticket) => number, of = rows) => of.toSorted(order).map(({ id }) => id)

test('each order of a list is the one that the server gives its pages in', () => {
  expect(sorted(ORDERS.newest)).toEqual([4, 2, 3, 1, 5])
  expect(sorted(ORDERS.oldest)).toEqual([5, 1, 3, 2, 4])
  expect(sorted(ORDERS.waiting)).toEqual([1, 4, 3, 2, 5])
  expect(sorted(ORDERS.unanswered)).toEqual([3, 4, 1, 5, 2])
})

test('of those that sleep, the one that wakes first stands first, and who waits for a word last', () => {
  const asleep = [ticket(1, 1, null), ticket(2, 1, null, '2026-11-24T08:00'), ticket(3, 1, null, '2026-11-23T08:00'), ticket(4, 1, null)]
  expect(sorted(soonestAwake, asleep)).toEqual([3, 2, 1, 4])
})

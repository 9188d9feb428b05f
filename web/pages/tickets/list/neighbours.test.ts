import { expect, test } from 'bun:test'
import type { Ticket } from '../types'
import { beside, following } from './neighbours'
import { longestWait, newestFirst } from './order'

const ticket = (id: number, updated: number, waits?: number) =>
  ({
    id,
    uuid: `u${id}`,
    updatedAt: new Date(updated * 1000).toISOString(),
    waitingSince: waits === undefined ? null : new Date(waits * 1000).toISOString(),
  }) as Ticket
const ids = (rows: Ticket[]) => rows.map(row => row.id)

test('tickets stand by what happened last, or by how long somebody waits', () => {
  const rows = [ticket(3, 10), ticket(1, 30, 9), ticket(2, 20, 5)]
  expect(ids(rows.toSorted(newestFirst))).toEqual([1, 2, 3])
  expect(ids(rows.toSorted(longestWait))).toEqual([2, 1, 3])
})

test('the row beside the chosen one; the place counts when that has left the list', () => {
  const rows = [ticket(1, 30), ticket(2, 20), ticket(3, 10)]
  expect(beside(rows, 'u2', 1, 0)?.id).toBe(3)
  expect(beside(rows, 'u1', -1, 0)).toBeUndefined()
  expect(beside(rows, undefined, 1, 0)?.id).toBe(1)
  expect(beside(rows, 'gone', 1, 1)?.id).toBe(2)
  expect(beside(rows, 'gone', -1, 1)?.id).toBe(1)
  expect(beside(rows, 'gone', 1, 3)?.id).toBe(3)
  expect(beside([], 'gone', 1, 0)).toBeUndefined()
})

test('after the chosen row comes the one below, at the end the one above', () => {
  const rows = [ticket(1, 30), ticket(2, 20), ticket(3, 10)]
  expect(following(rows, 'u1', 0)?.id).toBe(2)
  expect(following(rows, 'u3', 2)?.id).toBe(2)
  expect(following(rows, 'gone', 1)?.id).toBe(2)
  expect(following([ticket(1, 30)], 'u1', 0)).toBeUndefined()
})

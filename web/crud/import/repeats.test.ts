import { expect, test } from 'bun:test'
import { repeatsIn } from './repeats'

test('a person who stands in a spreadsheet twice is told as repeated, in either spelling, and nobody of a row that was left out', () => {
  const rows = ['(11) 98123-4567', '551181234567', '5511981234567', '5511970000001', '12', '12'].map(number => ({ number }))
  expect(repeatsIn(rows, [{ row: 4 }, { row: 5 }])).toBe(2)
  expect(repeatsIn([{}, {}], [])).toBe(0)
})

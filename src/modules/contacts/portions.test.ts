import { expect, test } from 'bun:test'
import { portions } from './portions'

const sizes = (rows: unknown[]) => [...portions(rows)].map(({ at, some }) => [at, some.length])

test('a transaction writes as many rows of a spreadsheet as it can with what they bring', () => {
  expect(sizes([])).toEqual([])
  expect(sizes(Array(60).fill({ name: 'Ana' }))).toEqual([
    [0, 25],
    [25, 25],
    [50, 10],
  ])
  const facts = { name: 'Ana', extraInfo: Array(40).fill({}) }
  expect(sizes([...Array(6).fill(facts), { name: 'Bia', tags: 'a'.repeat(5_000) }, {}])).toEqual([
    [0, 5],
    [5, 1],
    [6, 1],
    [7, 1],
  ])
})

import { expect, test } from 'bun:test'
import { callOf, callsIn, matching, namedIn } from './mention-matching'

const people = ['Ana Lima', 'Beto Conceição', 'Lia Anastácio'].map((name, i) => ({ id: i + 1, name }))
const names = (start: string) => matching(people, start).map(({ name }) => name)

test('an @ calls colleagues where a word begins, not inside of one, and for two words at most', () => {
  expect(callOf('@', 1)).toEqual({ at: 0, name: '' })
  expect(callOf('veja @an', 8)).toEqual({ at: 5, name: 'an' })
  expect(callOf('veja @Ana Li', 12)).toEqual({ at: 5, name: 'Ana Li' })
  expect(callOf('veja @Ana Lima por favor', 24)).toBeUndefined()
  expect(callOf('ana@exemplo', 11)).toBeUndefined()
})

test('colleagues are found by any of their names, without accents', () => {
  expect(names('an')).toEqual(['Ana Lima', 'Lia Anastácio'])
  expect(names('conceicao')).toEqual(['Beto Conceição'])
  expect(names('x')).toEqual([])
})

test('a note names who still stands in it', () => {
  expect(namedIn('@Ana Lima e @Beto', people)).toEqual([1])
})

test('who is called is told from the other words, by the longer of two names', () => {
  const two = [...people, { id: 4, name: 'Ana' }]
  const pieces = callsIn('@Ana Lima e @Ana: ana@Ana.com, @Anabela', two)
  expect(pieces.map(({ said, whom }) => [said, whom?.id])).toEqual([
    ['@Ana Lima', 1],
    [' e ', undefined],
    ['@Ana', 4],
    [': ana@Ana.com, @Anabela', undefined],
  ])
})

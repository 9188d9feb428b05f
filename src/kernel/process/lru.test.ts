import { expect, test } from 'bun:test'
import { lruMap } from './lru'

test('what was used longest ago is evicted', () => {
  const map = lruMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.get('a')
  map.set('c', 3)
  expect(['a', 'b', 'c'].map(map.get)).toEqual([1, undefined, 3])
})

test('sizes add up over replacing, deleting and clearing', () => {
  const map = lruMap<string, number>(10, { sizeOf: size => size, maxSize: 10 })
  map.set('a', 8)
  map.set('a', 2)
  map.set('b', 8)
  expect(map.get('a')).toBe(2)
  map.delete('b')
  map.set('c', 8)
  expect(map.get('a')).toBe(2)
  map.clear()
  map.set('d', 10)
  expect(map.get('d')).toBe(10)
  map.set('e', 11)
  expect(['d', 'e'].map(map.get)).toEqual([undefined, undefined])
})

import { expect, test } from 'bun:test'
import { concurrencyLimit } from './concurrency-limit'

test('so many of one key run at once, in the order in which they came; another key waits for none of them', async () => {
  const turn = concurrencyLimit(2)
  const begun: string[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const all = ends.map(({ promise }, i) => turn(1, () => (begun.push(`a${i}`), promise)))
  await turn(2, async () => void begun.push('b'))
  expect(begun).toEqual(['a0', 'a1', 'b'])
  ends[1]!.resolve()
  await all[1]
  await new Promise(setImmediate)
  expect(begun).toEqual(['a0', 'a1', 'b', 'a2'])
  for (const { resolve } of ends) resolve()
  await Promise.all(all)
  expect(begun).toEqual(['a0', 'a1', 'b', 'a2', 'a3', 'a4'])
})

test('what needs no waiting leaves others room all the same', async () => {
  const turn = concurrencyLimit(2)
  const begun: string[] = []
  const all = Array.from({ length: 6 }, (_, i) => turn(1, async () => void begun.push(`a${i}`)))
  const other = new Promise(setImmediate).then(() => begun.push('b'))
  await Promise.all([...all, other])
  expect(begun.indexOf('b')).toBeLessThan(5)
})

test('of those who share a key, none waits for all that another asked before', async () => {
  const turn = concurrencyLimit(1)
  const begun: string[] = []
  const asked = ['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'c0']
  await Promise.all(asked.map(name => turn(1, async () => void begun.push(name), name.charCodeAt(0))))
  expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3'])
})

test('a failure gives its place back', async () => {
  const turn = concurrencyLimit(1)
  const fails = turn(1, () => Promise.reject(new Error('no')))
  const next = turn(1, async () => 'done')
  expect(fails).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('a key whose work took long in a turn begins no more in it, and another key comes between them', async () => {
  const turn = concurrencyLimit(32)
  const begun: string[] = []
  const long = async (name: string) => {
    begun.push(name)
    for (const end = performance.now() + 30; performance.now() < end;);
  }
  const all = Array.from({ length: 4 }, (_, i) => turn(1, () => long(`a${i}`)))
  const other = new Promise(setImmediate).then(() => turn(2, async () => void begun.push('b')))
  await Promise.all([...all, other])
  expect(begun.filter(name => name !== 'b')).toEqual(['a0', 'a1', 'a2', 'a3'])
  expect(begun.indexOf('b')).toBeLessThan(begun.indexOf('a3'))
})

test('a key is not held to how long another one works in the same turn', async () => {
  const turn = concurrencyLimit(32)
  const begun: string[] = []
  const long = async () => {
    for (const end = performance.now() + 60; performance.now() < end;);
  }
  const waits = Promise.withResolvers<void>()
  // Its lane lives on, as that of a company in which something is being written.
  const open = turn(2, () => waits.promise)
  const slow = Array.from({ length: 4 }, () => turn(1, long))
  await new Promise(setImmediate)
  const all = Array.from({ length: 8 }, (_, i) => turn(2, async () => void begun.push(`b${i}`)))
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(begun.length).toBe(8)
  waits.resolve()
  await Promise.all([...slow, ...all, open])
})

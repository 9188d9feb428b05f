import { expect, test } from 'bun:test'
import { queryCache } from './query-cache'

/** A cache, and how often each query was loaded. */
function counted(maxBytes?: number) {
  const cache = queryCache(maxBytes)
  const loads: string[] = []
  return {
    ...cache,
    loads,
    ask: (query: string, answer: string) =>
      cache.getOrLoad(query, async () => {
        loads.push(query)
        return answer
      }),
  }
}

test('who asks the same at once, or later, shares one load', async () => {
  const { ask, loads } = counted()
  expect(await Promise.all([ask('a', 'x'), ask('a', 'y')])).toEqual(['x', 'x'])
  expect(await ask('a', 'z')).toBe('x')
  expect(loads).toEqual(['a'])
})

test('answers are kept by their bytes: large ones push out those that were used longest ago', async () => {
  const { ask, loads } = counted(100_000)
  const large = 'x'.repeat(30_000)
  for (const query of ['a', 'b', 'c']) await ask(query, large)
  await ask('a', large)
  await ask('d', large)
  loads.length = 0
  for (const query of ['a', 'c', 'd']) await ask(query, large)
  expect(loads).toEqual([])
  await ask('b', large)
  expect(loads).toEqual(['b'])
})

test('an answer larger than the whole cache is given and not kept', async () => {
  const { ask, loads } = counted(1_000)
  for (const _ of [1, 2]) expect((await ask('a', 'x'.repeat(2_000))).length).toBe(2_000)
  expect(loads).toEqual(['a', 'a'])
})

test('an answer that was on its way when something was committed is not kept', async () => {
  const { getOrLoad, clear, ask } = counted()
  const reading = Promise.withResolvers<string>()
  const early = getOrLoad('a', () => reading.promise)
  clear()
  reading.resolve('before the commit')
  expect(await early).toBe('before the commit')
  expect(await ask('a', 'after it')).toBe('after it')
})

test('a failure is told and not kept', async () => {
  const { getOrLoad, ask } = counted()
  await expect(getOrLoad('a', () => Promise.reject(new Error('no such table')))).rejects.toThrow('no such table')
  expect(await ask('a', 'x')).toBe('x')
})

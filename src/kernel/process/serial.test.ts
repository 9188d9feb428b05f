import { expect, test } from 'bun:test'
import { mutex, serialByKey } from './serial'

test('one key runs in order, also after a failure; another key does not wait', async () => {
  const inOrder = serialByKey<string>()
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inOrder('a', async () => {
    await gate.promise
    order.push('a1')
    throw new Error('no')
  })
  const second = inOrder('a', () => order.push('a2'))
  await inOrder('b', () => order.push('b'))
  expect([inOrder.isBusy('a'), inOrder.isBusy('b')]).toEqual([true, false])
  gate.resolve()
  expect(await first.catch((error: Error) => error.message)).toBe('no')
  await second
  expect(order).toEqual(['b', 'a1', 'a2'])
  expect(inOrder.isBusy('a')).toBe(false)
})

test('a mutex runs one at a time', async () => {
  const runExclusive = mutex()
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
  }
  await Promise.all([1, 2, 3].map(() => runExclusive(work)))
  expect(most).toBe(1)
})

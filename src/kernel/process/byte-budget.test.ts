import { expect, test } from 'bun:test'
import { byteBudget } from './byte-budget'

test('no more bytes are held at once than there are, in the order of asking', async () => {
  const holding = byteBudget(100)
  const order: string[] = []
  const work = (name: string, bytes: number) => {
    const gate = Promise.withResolvers<void>()
    const done = holding(bytes, async () => {
      order.push(name)
      await gate.promise
    })
    return { end: () => (gate.resolve(), done) }
  }
  const [a, b, c, d] = [work('a', 60), work('b', 40), work('c', 50), work('d', 10)]
  await Promise.resolve()
  expect(order).toEqual(['a', 'b'])
  await b.end()
  expect(order).toEqual(['a', 'b'])
  await a.end()
  await new Promise(setImmediate)
  expect(order).toEqual(['a', 'b', 'c', 'd'])
  await Promise.all([c.end(), d.end()])
})

test('what needs more than all runs alone, and what fails gives back what it held', async () => {
  const holding = byteBudget(100)
  await expect(holding(500, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await holding(100, async () => 'held')).toBe('held')
})

test('who waits too long is told that there is no room', async () => {
  const holding = byteBudget(100, 5)
  const gate = Promise.withResolvers<void>()
  const first = holding(100, () => gate.promise)
  await expect(holding(1, async () => 'never')).rejects.toThrow('ERR_BUSY')
  gate.resolve()
  await first
  expect(await holding(1, async () => 'now')).toBe('now')
})

test('an owner has no more than its share, and waits for it without holding up others', async () => {
  const holding = byteBudget(100)
  const order: string[] = []
  const gates = new Map<string, () => void>()
  const work = (name: string, bytes: number, owner?: number) =>
    holding(
      bytes,
      () => {
        order.push(name)
        return new Promise<void>(resolve => void gates.set(name, resolve))
      },
      owner,
    )
  const all = [work('large', 70, 1), work('more', 1, 1), work('other', 30, 2), work('too much', 30, 2), work('nobody', 1)]
  await new Promise(setImmediate)
  expect(order).toEqual(['large', 'other'])
  gates.get('large')!()
  await new Promise(setImmediate)
  expect(order).toEqual(['large', 'other', 'more', 'nobody'])
  gates.get('other')!()
  await new Promise(setImmediate)
  expect(order).toEqual(['large', 'other', 'more', 'nobody', 'too much'])
  for (const open of gates.values()) open()
  await Promise.all(all)
})

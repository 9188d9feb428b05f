import { expect, test } from 'bun:test'
import { localBus } from './bus'

type Topics = { count: number; word: string }

test('a message reaches who listens to its topic, at once and in order; one that fails leaves the others', async () => {
  const failures: unknown[] = []
  const bus = localBus<Topics>((error, topic) => failures.push([topic, (error as Error).message]))
  const heard: unknown[] = []
  bus.subscribe('count', () => {
    throw new Error('at once')
  })
  bus.subscribe('count', () => Promise.reject(new Error('later')))
  bus.subscribe('count', n => void heard.push(n))
  bus.subscribe('word', word => void heard.push(word))
  bus.publish('count', 1)
  bus.publish('word', 'two')
  expect(heard).toEqual([1, 'two'])
  await new Promise(setImmediate)
  expect(failures).toEqual([
    ['count', 'at once'],
    ['count', 'later'],
  ])
})

test('who stopped listening hears nothing more', () => {
  const heard: number[] = []
  const bus = localBus<Topics>(() => {})
  const stop = bus.subscribe('count', n => void heard.push(n))
  bus.publish('count', 1)
  stop()
  bus.publish('count', 2)
  expect(heard).toEqual([1])
})

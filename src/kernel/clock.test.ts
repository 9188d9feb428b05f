import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { clockWatch } from './clock'
import { attempts } from './limit'
import { openLog } from './log'
import { scheduler } from './scheduler'

const DAY_MS = 24 * 3600 * 1000
const putBy = (ms: number) => setSystemTime(new Date(Date.now() + ms))
afterEach(() => void setSystemTime())

test('a clock that was put forward or back is noticed once, and one that drifts is not', () => {
  let wall = 1_000_000
  let steady = 0
  const look = clockWatch(
    () => wall,
    () => steady,
  )
  const pass = (ms: number, jump = 0) => {
    steady += ms
    wall += ms + jump
    return look()
  }
  expect([pass(5_000), pass(5_000, DAY_MS), pass(5_000), pass(5_000, -DAY_MS), pass(5_000, 900)]).toEqual([0, DAY_MS, 0, -DAY_MS, 0])
})

test.each([DAY_MS, -DAY_MS])('jobs go on when the clock is put by %p ms', async by => {
  const jobs = scheduler(openLog('silent'))
  const { promise, resolve } = Promise.withResolvers<void>()
  let turns = 0
  jobs.every(0.02, 'count', () => {
    if (++turns === 2) putBy(by)
    if (turns === 5) resolve()
  })
  await promise
  await jobs.stop()
})

test('a turn is skipped while the last one still runs, and the end waits for it', async () => {
  const jobs = scheduler(openLog('silent'))
  const ends: string[] = []
  let begun = 0
  jobs.every(0.01, 'slow', async () => {
    begun++
    await Bun.sleep(60)
    ends.push('job')
  })
  while (!begun) await Bun.sleep(5)
  await Bun.sleep(30)
  await jobs.stop()
  ends.push('stop')
  expect(begun).toBe(1)
  expect(ends).toEqual(['job', 'stop'])
})

test('nobody is shut out for longer because the clock was put back', () => {
  const limit = attempts(1, 60_000)
  limit.take('a')
  expect(() => limit.take('a')).toThrow('ERR_TOO_MANY_ATTEMPTS')
  putBy(-DAY_MS)
  expect(() => limit.take('a')).not.toThrow()
  expect(() => limit.take('a')).toThrow('ERR_TOO_MANY_ATTEMPTS')
})

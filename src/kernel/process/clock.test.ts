import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { turn } from '../../../tests/until'
import { clockWatch } from './clock'
import { rateLimit } from '../http/rate-limit'
import { openLog } from './log'
import { cronJobs } from './cron'

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

const EVERY_SECOND = '* * * * * *'

test('jobs are planned anew when the clock was set, and go on', async () => {
  let set = 0
  const jobs = cronJobs(openLog('silent'), () => (set++ === 0 ? -DAY_MS : 0))
  const { promise, resolve } = Promise.withResolvers<void>()
  jobs.every(EVERY_SECOND, 'count', () => set > 1 && resolve())
  await promise
  await jobs.stop()
})

test('a turn is skipped while the last one still runs, and the end waits for it', async () => {
  const jobs = cronJobs(openLog('silent'))
  const begun = Promise.withResolvers<void>()
  const nextTurn = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const ends: string[] = []
  let turns = 0
  jobs.every(EVERY_SECOND, 'slow', async () => {
    turns++
    begun.resolve()
    await released.promise
    ends.push('job')
  })
  await begun.promise
  jobs.every(EVERY_SECOND, 'beside it', () => nextTurn.resolve())
  await nextTurn.promise
  const stopped = jobs.stop().then(() => ends.push('stop'))
  await turn()
  expect(ends).toEqual([])
  released.resolve()
  await stopped
  expect(turns).toBe(1)
  expect(ends).toEqual(['job', 'stop'])
})

test('nobody is shut out for longer because the clock was put back', () => {
  const limit = rateLimit(1, 60_000)
  limit.take('a')
  expect(() => limit.take('a')).toThrow('ERR_TOO_MANY_ATTEMPTS')
  putBy(-DAY_MS)
  expect(() => limit.take('a')).not.toThrow()
  expect(() => limit.take('a')).toThrow('ERR_TOO_MANY_ATTEMPTS')
})

import { dice } from '../../../tests/dice'
import { expect, test } from 'bun:test'
import { allowances, CAP_STATUSES, healthOf, NOTHING, WARM_UP, type Day, type DayCounts, type Facts } from './health'

const TODAY = '2031-03-20'
const dayBefore = (n: number) => new Date(Date.parse(`${TODAY}T00:00:00Z`) - n * 86_400_000).toISOString().slice(0, 10)
const day = (n: number, counts: Partial<DayCounts> = {}): Day => ({ ...NOTHING, ...counts, day: dayBefore(n) })
const facts = (more: Partial<Facts> = {}): Facts => ({
  ...{ age: 400, days: [], today: TODAY, isLocked: false, warmsUp: true, capStatus: 'NONE' as const },
  ...more,
})
const codes = (more: Partial<Facts>) => healthOf(facts(more)).reasons.map(({ code }) => code)

function anyFacts(roll: ReturnType<typeof dice>): Facts {
  const days = Array.from({ length: roll(14) }, (_, n) => {
    const begun = roll(300)
    return day(n, {
      ...{ sent: begun + roll(50), begun, answered: roll(begun + 1), refused: roll(10) ? 0 : roll(6), locks: roll(20) ? 0 : 1 },
      ...{ invalid: roll(40), failed: roll(9), optedOut: roll(20), disconnects: roll(5) },
    })
  })
  return facts({ age: roll(4) ? roll(60) : null, days, isLocked: !roll(8), capStatus: CAP_STATUSES[roll(4)] })
}

test('a number that does nothing wrong is new, warms up and is good, and may begin more conversations from step to step', () => {
  const at = (age: number) => healthOf(facts({ age }))
  expect([0, 6, 7, 29, 30].map(age => at(age).state)).toEqual(['new', 'new', 'warming', 'warming', 'good'])
  expect([0, 1, 2, 4, 7, 14, 21, 30, 999].map(age => at(age).perDay)).toEqual([20, 20, 30, 50, 100, 200, 400, 1000, 1000])
  expect(at(3).reasons).toEqual([{ code: 'young', n: 3 }])
  expect(at(30)).toMatchObject({ score: 100, slowdown: 1, reasons: [{ code: 'fine', n: 0 }] })
  expect(healthOf(facts({ age: null }))).toMatchObject({ state: 'good', perDay: 1000 })
})

test('a number that is not said to be new begins as many as it likes, until something speaks against it', () => {
  const free = (more: Partial<Facts> = {}) => healthOf(facts({ warmsUp: false, age: 0, ...more }))
  expect(free()).toMatchObject({ state: 'good', slowdown: 1, reasons: [{ code: 'unwarmed', n: 0 }] })
  expect(free().perDay).toBeGreaterThan(10_000)
  expect(free({ days: [day(1, { refused: 4 })] })).toMatchObject({ state: 'tired', perDay: 500, slowdown: 2 })
  expect(free({ isLocked: true }).perDay).toBe(0)
})

test('refusals of this week tire a number, more of them put it at risk, and those of the week before are forgiven', () => {
  const with_ = (refused: number, ago: number) => healthOf(facts({ days: [day(ago, { refused })] }))
  expect(with_(2, 1)).toMatchObject({ state: 'good', score: 80 })
  expect(with_(4, 6)).toMatchObject({ state: 'tired', perDay: 500, slowdown: 2 })
  expect(with_(40, 0)).toMatchObject({ score: 40, state: 'tired' })
  expect(healthOf(facts({ days: [day(1, { refused: 6, locks: 1 })] }))).toMatchObject({ state: 'risk', perDay: 100, slowdown: 4 })
  expect(with_(4, 7)).toMatchObject({ state: 'good', score: 100 })
})

test('while the network forbids new conversations there are none, and afterwards it goes slowly', () => {
  expect(healthOf(facts({ isLocked: true }))).toMatchObject({ state: 'locked', perDay: 0 })
  const [now, next] = allowances(facts({ isLocked: true, days: [day(0, { locks: 1 })] }))
  expect([now, next]).toEqual([0, 100])
  expect(healthOf(facts({ days: [day(3, { locks: 1 })] }))).toMatchObject({ state: 'tired', reasons: [{ code: 'wasLocked', n: 1 }] })
  expect(healthOf(facts({ capStatus: 'CAPPED' }))).toMatchObject({ perDay: 0, reasons: [{ code: 'capped', n: 0 }] })
  expect(codes({ capStatus: 'SECOND_WARNING' })).toEqual(['capNear'])
})

test('whether people answer is judged by enough of them, and never by those of today', () => {
  expect(codes({ days: [day(1, { begun: 19 })] })).toEqual(['fine'])
  expect(codes({ days: [day(0, { begun: 500 })] })).toEqual(['fine'])
  expect(healthOf(facts({ days: [day(1, { begun: 100, answered: 0 })] }))).toMatchObject({ score: 65, state: 'tired' })
  expect(codes({ days: [day(1, { begun: 100, answered: 20 })] })).toEqual(['fine'])
  expect(healthOf(facts({ days: [day(1, { begun: 100, answered: 5 })] })).reasons).toEqual([{ code: 'fewAnswers', n: 5 }])
})

test('many numbers without an account, and many who ask to be left alone, count against it', () => {
  expect(healthOf(facts({ days: [day(0, { begun: 70, invalid: 30 })] })).reasons).toEqual([{ code: 'invalid', n: 30 }])
  expect(healthOf(facts({ days: [day(0, { begun: 100, optedOut: 10 })] })).reasons).toEqual([{ code: 'optedOut', n: 10 }])
})

test('whatever happened: nothing bad makes a number better, and the figures stay within their bounds', () => {
  const roll = dice(7)
  for (let n = 0; n < 300; n++) {
    const before = anyFacts(roll)
    const health = healthOf(before)
    expect(health.score).toBeWithin(0, 101)
    expect(health.perDay).toBeWithin(0, WARM_UP.at(-1)!.perDay + 1)
    expect(health.slowdown).toBeGreaterThanOrEqual(1)
    expect(health.reasons.length).toBeGreaterThan(0)
    const worse = [
      { ...before, isLocked: true },
      { ...before, days: [...before.days, day(0, { refused: 1 + roll(5) })] },
      { ...before, days: [...before.days, day(1, { locks: 1 })] },
      { ...before, capStatus: 'CAPPED' as const },
    ]
    for (const one of worse) {
      expect(healthOf(one).score).toBeLessThanOrEqual(one.isLocked || one.capStatus === 'CAPPED' ? 100 : health.score)
      expect(healthOf(one).perDay).toBeLessThanOrEqual(health.perDay)
      expect(healthOf(one).slowdown).toBeGreaterThanOrEqual(one.capStatus === 'CAPPED' ? 1 : health.slowdown)
    }
    const answered = before.days.map(one => ({ ...one, answered: one.begun }))
    expect(healthOf({ ...before, days: answered }).score).toBeGreaterThanOrEqual(health.score)
  }
})

test('what is left of today is what was not begun, and a young number grows while its people wait', () => {
  const days = allowances(facts({ age: 0, days: [day(0, { begun: 15 })] }))
  expect(Array.from({ length: 8 }, () => days.next().value)).toEqual([5, 20, 30, 30, 50, 50, 50, 100])
})

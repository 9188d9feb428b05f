import { expect, test } from 'bun:test'
import { draws } from '../../../tests/dice'
import { afterSending, durationOf, nextAt, TAKEN_MS, type Last } from './pacing'

const RHYTHMS = [
  { messageInterval: 20, longerIntervalAfter: 20, greaterInterval: 60 },
  { messageInterval: 5, longerIntervalAfter: 1, greaterInterval: 120 },
  { messageInterval: 20, longerIntervalAfter: 5, greaterInterval: 10 },
  { messageInterval: 0, longerIntervalAfter: 10, greaterInterval: 30 },
  { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 },
] as const

test.each(RHYTHMS)(
  'no gap is shorter than the settings say, each is jittered upwards by a third at most, and rests come when they should: %j',
  rhythm => {
    const roll = draws(7)
    let last: Last | undefined
    for (let n = 1, before = 0; n <= 2_000; n++) {
      const at = nextAt(rhythm, last)
      const rests = rhythm.longerIntervalAfter > 0 && n > 1 && (n - 1) % rhythm.longerIntervalAfter === 0
      const least = 1_000 * (rests ? Math.max(rhythm.greaterInterval, rhythm.messageInterval) : rhythm.messageInterval)
      if (last) {
        expect(at - before).toBeGreaterThanOrEqual(least)
        expect(at - before).toBeLessThanOrEqual(Math.ceil(least * 1.3))
      }
      last = afterSending(rhythm, last, at, roll())
      before = at
    }
  },
)

test('a change of the settings counts for the gap that runs', () => {
  const [slow, fast] = [RHYTHMS[0], RHYTHMS[4]]
  const last = afterSending(slow, undefined, 1_000, 0.5)
  expect(nextAt(slow, last)).toBe(24_000)
  expect(nextAt(fast, last)).toBe(1_000)
  expect(nextAt(slow, last, 2)).toBe(47_000)
})

test('what is estimated is what sending takes', () => {
  for (const rhythm of RHYTHMS) {
    const roll = draws(11)
    let last: Last | undefined
    for (let n = 0; n < 1_000; n++) last = afterSending(rhythm, last, last ? Math.max(nextAt(rhythm, last), last.at + TAKEN_MS) : 0, roll())
    expect(Math.abs(durationOf(rhythm, 1_000) - last!.at)).toBeLessThanOrEqual(0.02 * last!.at)
  }
})

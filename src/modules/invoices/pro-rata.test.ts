import { expect, test } from 'bun:test'
import { dayOfMonth, daysBetween, later, monthsLater } from '../companies'
import { changeCost, proRata } from './pro-rata'

const PERIODS = [1, 2, 3, 6, 12]
const STARTS = ['2024-01-31', '2024-02-29', '2025-02-28', '2026-12-31', '2027-06-15']
/** Due dates of twenty years, each with the day that it keeps. */
const dates = STARTS.flatMap(start =>
  PERIODS.flatMap(months => {
    const day = dayOfMonth(start)
    return Array.from({ length: 240 / months }, (_, i) => ({ until: monthsLater(start, (i + 1) * months, day), months, day }))
  }),
)
const PRICES = [1, 7, 999, 24_990, 54_999, 1_234_567]

test('whole periods cost their price, however long they are and however many, over twenty years', () => {
  for (const { until, months, day } of dates)
    for (const cents of PRICES)
      for (const n of [1, 2, 3]) {
        const from = monthsLater(until, -n * months, day)
        expect(proRata(cents, { from, until, months, day })).toBe(n * cents)
      }
})

test('each day more costs as much or more, never all before the period is over, and is whole cents', () => {
  for (const stretch of dates.filter((_, i) => i % 7 === 0)) {
    const length = daysBetween(monthsLater(stretch.until, -stretch.months, stretch.day), stretch.until)
    let before = 0
    for (let days = 1; days <= length; days++) {
      const share = proRata(24_990, { ...stretch, from: later(stretch.until, -days) })
      expect(Number.isInteger(share)).toBe(true)
      expect(share).toBeGreaterThanOrEqual(before)
      expect(Math.abs(share - (24_990 * days) / length)).toBeLessThanOrEqual(0.5)
      before = share
    }
    expect(before).toBe(24_990)
  }
})

test('a difference costs up what it gives back down, to the cent, and nothing on the last day or after it', () => {
  for (const stretch of dates.filter((_, i) => i % 5 === 0))
    for (const days of [0, 1, 13, 29, 45])
      for (const cents of PRICES) {
        const from = later(stretch.until, -days)
        expect(proRata(-cents, { ...stretch, from }) + proRata(cents, { ...stretch, from })).toBe(0)
        if (!days) expect(proRata(cents, { ...stretch, from: later(from, 3) })).toBe(0)
      }
})

const december = { until: '2026-12-31', months: 1, day: 31 }
const paidOnce = (cents: number) => ({ ...december, periods: [{ ...december, cents }], changes: [] })
const paid = paidOnce(10_000)
const change = { today: '2026-12-16', dueDate: '2026-12-31', pending: 0, paid }

test('fifteen of the thirty-one days of December are left: they cost their share of the difference', () => {
  expect(changeCost({ ...change, from: 10_000, to: 20_000 })).toEqual({ days: 15, cents: Math.round((10_000 * 15) / 31) })
  // From the 30th of November, since December is paid from the day after.
  expect(daysBetween('2026-11-30', '2026-12-31')).toBe(31)
})

test('who changes to and fro on one day owes nothing but the cents of rounding, whatever plans lie between', () => {
  const prices = [0, 4_990, 10_000, 10_001, 24_990, 99_900]
  for (const today of ['2026-12-01', '2026-12-16', '2026-12-30'])
    for (const one of prices)
      for (const two of prices) {
        let [at, pending] = [10_000, 0]
        for (const to of [one, two, 10_000]) {
          pending += changeCost({ ...change, today, from: at, to, pending }).cents
          at = to
        }
        expect(Math.abs(pending)).toBeLessThanOrEqual(2)
      }
})

test('a credit is never of more than was paid for the days that are left', () => {
  for (const cents of [0, 1, 5_000, 10_000])
    for (let day = 0; day <= 31; day++) {
      const today = later('2026-11-30', day)
      const { cents: cost } = changeCost({ ...change, today, paid: paidOnce(cents), from: 90_000, to: 0 })
      expect(-cost).toBeLessThanOrEqual(proRata(cents, { from: today, until: paid.until, months: 1, day: 31 }))
      expect(cost).toBeLessThanOrEqual(0)
    }
  // What an earlier change gave back is not given back again.
  expect(changeCost({ ...change, from: 5_000, to: 0, pending: -proRata(10_000, { ...paid, from: change.today }) }).cents).toBe(0)
})

test('of periods at several prices each gives back its own, and a change that was paid the days that it was for', () => {
  const january = { ...december, until: '2027-01-31' }
  const ahead = {
    ...january,
    periods: [
      { ...december, cents: 1_000 },
      { ...january, cents: 3_100 },
    ],
    changes: [],
  }
  const back = (today: string, more: object = {}) =>
    -changeCost({ today, dueDate: january.until, pending: 0, paid: { ...ahead, ...more }, from: 90_000, to: 0 }).cents
  expect(back('2026-12-31')).toBe(3_100)
  expect(back('2026-12-16')).toBe(3_100 + Math.round((1_000 * 15) / 31))
  expect(back('2027-01-21')).toBe(1_000)
  const changes = [{ from: '2026-12-11', days: 20, cents: 2_000 }]
  expect(back('2026-12-16', { changes })).toBe(back('2026-12-16') + 1_500)
  expect(back('2026-12-31', { changes })).toBe(3_100)
})

test('days that nobody paid cost nothing: a trial, a day that has passed, a date that an operator gave away', () => {
  expect(changeCost({ ...change, paid: undefined, from: 1, to: 90_000 })).toEqual({ days: 0, cents: 0 })
  expect(changeCost({ ...change, today: '2027-01-02', from: 1, to: 90_000 })).toEqual({ days: 0, cents: 0 })
  const given = changeCost({ ...change, dueDate: '2027-06-30', from: 10_000, to: 20_000 })
  expect(given).toEqual(changeCost({ ...change, from: 10_000, to: 20_000 }))
  // An operator who took days away took them from the difference too.
  expect(changeCost({ ...change, dueDate: '2026-12-20', from: 10_000, to: 20_000 }).days).toBe(4)
})

import { expect, test } from 'bun:test'
import { dayOfMonth, daysBetween, later, MONTHS, monthsLater, monthsOf } from './recurrence'

const RECURRENCES = Object.keys(MONTHS) as (keyof typeof MONTHS)[]
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const lengthOf = (year: number, month: number) => [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!
const parts = (date: string) => date.split('-').map(Number) as [number, number, number]
/** Every day of five years, a leap year among them and the turn of a century before them. */
const DAYS = Array.from({ length: 5 * 366 }, (_, i) => later('2095-12-20', i)).concat(
  Array.from({ length: 5 * 366 }, (_, i) => later('2023-12-20', i)),
)

test('a period later is the same day of the month, or the last of a shorter one, for every day of ten years', () => {
  for (const date of DAYS)
    for (const recurrence of RECURRENCES) {
      const [year, month, day] = parts(date)
      const [y, m, d] = parts(monthsLater(date, monthsOf(recurrence)))
      expect(y * 12 + m).toBe(year * 12 + month + MONTHS[recurrence])
      expect(d).toBe(Math.min(day, lengthOf(y, m)))
    }
})

test('who is due on the 31st stays on the last days of the months for thirty years, and never loses one', () => {
  for (const start of ['2024-01-31', '2027-12-30', '2096-02-29'])
    for (const recurrence of RECURRENCES) {
      const day = dayOfMonth(start)
      let date = start
      for (let period = 1; period <= 360 / MONTHS[recurrence]; period++) {
        date = monthsLater(date, MONTHS[recurrence], day)
        // One step after the other leads where one leap does.
        expect(date).toBe(monthsLater(start, period * MONTHS[recurrence], day))
        const [y, m, d] = parts(date)
        expect(d).toBe(Math.min(day, lengthOf(y, m)))
      }
    }
})

test('months of different periods add up: twelve times one, six times two and one year are one date', () => {
  for (const date of DAYS) {
    const day = dayOfMonth(date)
    const walked = (step: number) => Array.from({ length: 12 / step }).reduce<string>(at => monthsLater(at, step, day), date)
    expect([...new Set([1, 2, 3, 6, 12].map(walked))]).toEqual([monthsLater(date, 12, day)])
  }
})

test('days are counted on the calendar, whatever clocks do', () => {
  for (const date of DAYS) {
    expect(daysBetween(date, later(date, 1))).toBe(1)
    expect(later(later(date, 40), -40)).toBe(date)
  }
  expect([daysBetween('2026-03-01', '2026-02-27'), daysBetween('2024-02-28', '2024-03-01'), monthsOf('')]).toEqual([-2, 2, 0])
})

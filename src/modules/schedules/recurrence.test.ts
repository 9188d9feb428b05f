import { expect, test } from 'bun:test'
import { dice } from '../../../tests/dice'
import { companies } from '../companies'
import { type Rule } from './body'
import { nextOf, type Series } from './recurrence'

const ZONES = [
  'America/Sao_Paulo',
  'America/New_York',
  'America/Santiago',
  'Europe/Lisbon',
  'Europe/London',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'UTC',
]
const DAY = 86_400_000
const REPEATED = ['daily', 'weekdays', 'weekly', 'monthly', 'yearly'] as const satisfies Exclude<Rule, 'none'>[]

const two = (n: number) => String(n).padStart(2, '0')
const wallOf = (zone: { timeZone: string }, at: Date) => companies.local(zone, at).slice(0, 16).replace(' ', 'T')
const weekday = (wall: string) => new Date(`${wall.slice(0, 10)}T00:00Z`).getUTCDay()
const minutes = (wall: string) => Date.parse(`${wall}Z`) / 60_000
const daysIn = (month: string) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()
/** Whether a clock of the zone ever shows this time. */
const isShown = (series: Series, wall: string) => wallOf(series, new Date(companies.instantOf(series, wall))) === wall

function* series() {
  const roll = dice(20_261_122)
  for (const timeZone of ZONES)
    for (const rule of REPEATED)
      for (let n = 0; n < 4; n++) {
        const day = new Date(Date.UTC(2024 + roll(8), roll(12), 1 + roll(31))).toISOString().slice(0, 10)
        yield { rule, timeZone, anchor: `${day}T${two(roll(24))}:${two(roll(4) * 15)}` } satisfies Series
      }
}
/** The first of a series and those after it. */
function occurrences(of: Series, count: number) {
  const found = [new Date(companies.instantOf(of, of.anchor))]
  while (found.length < count) found.push(nextOf(of, found.at(-1)!))
  return found
}

test('each of a series comes after the one before, at the clock of the first, or as much later as the clocks leave out', () => {
  for (const one of series()) {
    const clock = one.anchor.slice(11)
    const all = occurrences(one, 30)
    for (const [i, at] of all.entries()) {
      if (i) expect(at.getTime()).toBeGreaterThan(all[i - 1]!.getTime())
      const wall = wallOf(one, at)
      const wanted = `${wall.slice(0, 10)}T${clock}`
      if (wall === wanted) continue
      // Only where that time was left out, and then no more than a day later, as where a zone skipped one.
      expect([one, wall, isShown(one, wanted)]).toEqual([one, wall, false])
      expect(minutes(wall) - minutes(wanted)).toBeLessThanOrEqual(24 * 60)
    }
  }
})

test('daily leaves out no civil day, weekly keeps its weekday, on business days nothing falls on a weekend', () => {
  for (const one of series()) {
    const walls = occurrences(one, 30).map(at => wallOf(one, at))
    for (const [i, wall] of walls.entries()) {
      const before = walls[i - 1]
      const passed = before && (Date.parse(wall.slice(0, 10)) - Date.parse(before.slice(0, 10))) / DAY
      if (passed && one.rule === 'daily') expect([one, wall, passed]).toEqual([one, wall, 1])
      if (passed && one.rule === 'weekly') expect([one, wall, passed]).toEqual([one, wall, 7])
      if (i && one.rule === 'weekdays') expect([one, wall, weekday(wall) % 6 > 0]).toEqual([one, wall, true])
      if (passed && one.rule === 'weekdays') expect(passed).toBeLessThanOrEqual(3)
    }
  }
})

test('monthly falls on the day of its first in every month, and on the last day of a month that is too short', () => {
  for (const one of series()) {
    if (one.rule !== 'monthly') continue
    const day = Number(one.anchor.slice(8, 10))
    for (const wall of occurrences(one, 30).map(at => wallOf(one, at)))
      expect([one, wall, Number(wall.slice(8, 10))]).toEqual([one, wall, Math.min(day, daysIn(wall))])
    const months = occurrences(one, 30).map(at => wallOf(one, at).slice(0, 7))
    expect(new Set(months).size).toBe(months.length)
  }
})

test('asked from any moment, the next is the first of the series after it', () => {
  const roll = dice(7)
  for (const one of series()) {
    const all = occurrences(one, 20)
    const after = new Date(all[0]!.getTime() + roll(30) * DAY + roll(DAY))
    const expected = all.find(at => at > after)
    if (expected) expect([one, nextOf(one, after)]).toEqual([one, expected])
  }
})

test.each([
  ['daily', 'America/New_York', '2026-03-07T02:30', ['2026-03-08T03:30', '2026-03-09T02:30']],
  ['daily', 'America/New_York', '2026-10-31T01:30', ['2026-11-01T01:30', '2026-11-02T01:30']],
  ['monthly', 'America/Sao_Paulo', '2027-01-31T09:00', ['2027-02-28T09:00', '2027-03-31T09:00', '2027-04-30T09:00']],
  ['monthly', 'America/Sao_Paulo', '2028-01-30T09:00', ['2028-02-29T09:00', '2028-03-30T09:00']],
  ['yearly', 'America/Sao_Paulo', '2028-02-29T09:00', ['2029-02-28T09:00', '2030-02-28T09:00', '2031-02-28T09:00', '2032-02-29T09:00']],
  ['weekdays', 'America/Sao_Paulo', '2026-11-20T08:00', ['2026-11-23T08:00', '2026-11-24T08:00']],
  ['weekly', 'Europe/Lisbon', '2026-03-26T18:00', ['2026-04-02T18:00', '2026-04-09T18:00']],
] as const)('%s in %s from %s', (rule, timeZone, anchor, expected) => {
  const one = { rule, timeZone, anchor }
  expect(
    occurrences(one, expected.length + 1)
      .slice(1)
      .map(at => wallOf(one, at)),
  ).toEqual([...expected])
})

test('of a time that comes twice the first is meant', () => {
  const zone = { timeZone: 'America/New_York' }
  expect(new Date(companies.instantOf(zone, '2026-11-01T01:30')).toISOString()).toBe('2026-11-01T05:30:00.000Z')
})

test('a holiday of the company is no business day', () => {
  const one: Series = { rule: 'weekdays', timeZone: 'UTC', anchor: '2026-12-23T10:00', isClosed: date => date === '2026-12-25' }
  expect(occurrences(one, 4).map(at => at.toISOString().slice(0, 10))).toEqual(['2026-12-23', '2026-12-24', '2026-12-28', '2026-12-29'])
})

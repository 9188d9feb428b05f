import { WEEKDAYS } from './body'
import { local } from './clock'

/**
 * One period of service: on each such weekday, or on one date. Several rows may name the same day. A weekday without times has no rule
 * and is open; times that are equal are no period at all, so that it is closed. A special date stands in place of its weekday, and is
 * closed when it has no times. A period that ends no later than it began ends on the next day, and belongs to the day it began on.
 */
export type Hours = { weekday: string; weekdayEn: string; startTime: string; endTime: string; date?: string | undefined }

const DAY = 24 * 60
// Everything is reckoned in minutes of the civil calendar, on which each day has 1,440: where clocks are changed, an hour that comes
// twice is open twice, and one that is left out is nobody's.
type Period = { from: number; to: number }

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000
const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number) => WEEKDAYS[(((day + 3) % 7) + 7) % 7]!
const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** The rows of each day, found once: a schedule may have hundreds. */
function calendarOf(hours: Hours[]) {
  const special = Map.groupBy(
    hours.filter(({ date }) => date),
    ({ date }) => dayOf(date!),
  )
  const usual = Map.groupBy(
    hours.filter(({ date }) => !date),
    ({ weekdayEn }) => weekdayEn.toLowerCase(),
  )
  return {
    isSpecial: (day: number) => special.has(day),
    periods(day: number): Period[] {
      const timed = (special.get(day) ?? usual.get(weekdayOf(day)) ?? []).filter(({ startTime, endTime }) => startTime && endTime)
      if (!timed.length && !special.has(day)) return [{ from: day * DAY, to: (day + 1) * DAY }]
      return timed.flatMap(({ startTime, endTime }) => {
        const [start, end] = [minutes(startTime), minutes(endTime)]
        if (start === end) return []
        // The last minute of a day is how forms say its end.
        const last = end === DAY - 1 ? DAY : end
        return { from: day * DAY + start, to: (end < start ? day + 1 : day) * DAY + last }
      })
    },
  }
}

function civil(timeZone: string, at: Date) {
  const text = local({ timeZone }, at)
  const day = dayOf(text.slice(0, 10))
  return { day, minute: day * DAY + minutes(text.slice(11)) }
}

const isWithin = (periods: Period[], minute: number) => periods.some(({ from, to }) => from <= minute && minute < to)

export function isOpen(hours: Hours[], timeZone: string, at: Date): boolean {
  const { day, minute } = civil(timeZone, at)
  const { periods } = calendarOf(hours)
  return [day - 1, day].some(one => isWithin(periods(one), minute))
}

/** The special dates on which there is no period at all, as a test of a civil date. */
export function closedDates(hours: Hours[]): (date: string) => boolean {
  const { isSpecial, periods } = calendarOf(hours)
  return date => isSpecial(dayOf(date)) && !periods(dayOf(date)).length
}

/** After so many usual days without a period there never is one: a week, and the night before it. */
const USUAL_DAYS = 8

/**
 * The closed period that a moment is in, by when it began on the local clock, as YYYY-MM-DDTHH:MM; null while it is open. The same for all
 * of the period, so that what is said in it is said once; where no period ever was, once a day.
 */
export function closedPeriod(hours: Hours[], timeZone: string, at: Date): string | null {
  const { day, minute } = civil(timeZone, at)
  const { isSpecial, periods } = calendarOf(hours)
  if ([day - 1, day].some(one => isWithin(periods(one), minute))) return null
  const endedOn = (one: number) => periods(one).flatMap(({ to }) => (to <= minute ? to : []))
  for (let one = day, usual = 0; usual < USUAL_DAYS; one--) {
    // One that began the day before may have ended later.
    const ends = [...endedOn(one), ...endedOn(one - 1)]
    if (ends.length) return new Date(Math.max(...ends) * 60_000).toISOString().slice(0, 16)
    if (!isSpecial(one)) usual++
  }
  return `always ${dateOf(day)}`
}

/**
 * When a clock comes to a civil minute after a moment: where it comes twice, at the first that is left; where it is left out, at the jump
 * over it.
 */
function reached(timeZone: string, minute: number, after = -Infinity) {
  const wall = minute * 60_000
  const shown = (moment: number) => Date.parse(`${local({ timeZone }, moment).replace(' ', 'T')}Z`)
  const [first, second] = [wall - DAY_MS, wall + DAY_MS].map(around => wall - (shown(around) - around)).toSorted((a, b) => a - b)
  const borne = [first!, second!].filter(moment => shown(moment) === wall)
  if (borne.length) return borne.find(moment => moment > after) ?? borne.at(-1)!
  let [before, jump] = [first!, second!]
  while (jump - before > 60_000) {
    const middle = before + Math.floor((jump - before) / 120_000) * 60_000
    if (shown(middle) < wall) before = middle
    else jump = middle
  }
  return jump
}
const DAY_MS = DAY * 60_000

/** The periods of service from a moment on, in their order, for as many days as are asked for; the first may have begun. */
export function* openPeriods(hours: Hours[], timeZone: string, at: Date, days: number): Generator<{ from: number; to: number }> {
  const { day, minute } = civil(timeZone, at)
  const { periods } = calendarOf(hours)
  for (let one = day - 1; one < day + days; one++)
    for (const { from, to } of periods(one).toSorted((a, b) => a.from - b.from))
      if (to > minute) yield { from: Math.max(at.getTime(), reached(timeZone, from)), to: reached(timeZone, to, at.getTime()) }
}

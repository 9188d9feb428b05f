import { WEEKDAYS } from '../../../../src/modules/companies/body'
import type { Hours } from '../../../../src/modules/companies'
import { locale } from '../../../kit/i18n'

/** How a day is served: in periods, all day, or not at all. */
export type Mode = 'times' | 'open' | 'closed'
type Period = Pick<Hours, 'startTime' | 'endTime'>

/** What stands for a closed weekday: a period of no length, as clients of the family write it. */
const CLOSED: Period = { startTime: '00:00', endTime: '00:00' }
const USUAL: Period = { startTime: '08:00', endTime: '18:00' }
const isEmpty = ({ startTime, endTime }: Period) => !startTime && !endTime
const isClosed = ({ startTime, endTime }: Period) => startTime === CLOSED.startTime && endTime === CLOSED.endTime

/** 2024-01-01 was a Monday. */
export const dayName = (weekday: number) =>
  new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + weekday))

const isOf = (weekday: number) => (row: Hours) => row.date === undefined && row.weekdayEn.toLowerCase() === WEEKDAYS[weekday]

/** The rows of a weekday that say something, with where each stands in the list. */
export const periodsOf = (hours: Hours[], weekday: number) =>
  hours.flatMap((row, at) => (isOf(weekday)(row) && !isEmpty(row) ? [{ row, at }] : []))

export function modeOf(periods: Period[], none: Mode): Mode {
  if (periods.every(isEmpty)) return none
  return periods.every(isClosed) ? 'closed' : 'times'
}

const others = (hours: Hours[], weekday: number) => hours.filter(row => !isOf(weekday)(row))
/** The rows with those of one weekday exchanged, in the order of the week. */
export function withDay(hours: Hours[], weekday: number, periods: Period[]): Hours[] {
  const name = dayName(weekday)
  const made = periods.map(({ startTime, endTime }) => ({ weekday: name, weekdayEn: WEEKDAYS[weekday]!, startTime, endTime }))
  const rank = ({ date, weekdayEn }: Hours) => (date === undefined ? WEEKDAYS.indexOf(weekdayEn.toLowerCase() as 'monday') : 7)
  return [...others(hours, weekday), ...made].toSorted((a, b) => rank(a) - rank(b))
}
export const inMode = (mode: Mode): Period[] => (mode === 'open' ? [] : [mode === 'closed' ? CLOSED : USUAL])
/** A weekday as every other. */
export const copied = (hours: Hours[], weekday: number) => {
  const periods = periodsOf(hours, weekday).map(({ row }) => row)
  return WEEKDAYS.reduce((all, _, day) => withDay(all, day, periods), hours)
}
const LUNCH: Period = { startTime: '12:00', endTime: '13:00' }
/** One more period, after the last one; a day that is served over noon gets the pause for lunch, which is what nearly everybody means. */
export const another = (hours: Hours[], weekday: number) => {
  const periods = periodsOf(hours, weekday).map(({ row }) => row)
  const [only, second] = periods
  if (only && !second && only.startTime < LUNCH.startTime && only.endTime > LUNCH.endTime)
    return withDay(hours, weekday, [
      { ...only, endTime: LUNCH.startTime },
      { ...only, startTime: LUNCH.endTime },
    ])
  return withDay(hours, weekday, [...periods, { startTime: periods.at(-1)?.endTime ?? '', endTime: '' }])
}

/** What a queue begins with. */
export const USUAL_WEEK = () =>
  WEEKDAYS.reduce<Hours[]>((week, _, day) => {
    const periods = day === 6 ? [CLOSED] : [{ ...USUAL, ...(day === 5 && { endTime: '12:00' }) }]
    return withDay(week, day, periods)
  }, [])

/** A date of its own; its day is still to be said. */
export const NEW_DATE: Hours = { weekday: '', weekdayEn: '', startTime: '', endTime: '', date: '' }

import { serverNow } from '../../kit/clock'
import { locale } from '../../kit/i18n'
import { companyClock } from '../../session'

// All times of this page are those of the company's clock, as texts: YYYY-MM-DDTHH:MM. Which moments they are, the server knows.

/** A moment as the company's clock shows it. */
export const wallOf = (at: string | number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: companyClock().timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(at))
    .replace(' ', 'T')
export const nowHere = () => wallOf(serverNow())
export const today = () => wallOf(serverNow()).slice(0, 10)

const asDate = (date: string) => new Date(`${date}T00:00Z`)
export const laterBy = (date: string, days: number) => new Date(asDate(date).getTime() + days * 86_400_000).toISOString().slice(0, 10)
const weekdayOf = (date: string) => asDate(date).getUTCDay()

export const VIEWS = ['month', 'week', 'day', 'agenda', 'list'] as const
export type View = (typeof VIEWS)[number]

const weekStart = (date: string) => laterBy(date, -weekdayOf(date))
const monthStart = (date: string) => `${date.slice(0, 7)}-01`
const nextMonth = (date: string, by = 1) => {
  const [year, month] = date.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10)
}

/** The days that a view shows around a date: a month fills its weeks. */
export function daysOf(view: View, date: string): string[] {
  const [first, last] =
    view === 'month'
      ? [weekStart(monthStart(date)), laterBy(weekStart(laterBy(nextMonth(date), -1)), 6)]
      : view === 'agenda'
        ? [monthStart(date), laterBy(nextMonth(date), -1)]
        : view === 'week'
          ? [weekStart(date), laterBy(weekStart(date), 6)]
          : [date, date]
  const days = [first]
  while (days.at(-1)! < last) days.push(laterBy(days.at(-1)!, 1))
  return days
}
/** The date that a view stands at when it is turned. */
export const turned = (view: View, date: string, by: 1 | -1) =>
  view === 'week' || view === 'day' ? laterBy(date, by * (view === 'week' ? 7 : 1)) : nextMonth(date, by)

const format = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' }).format(asDate(date))
export const weekdayName = (date: string) => format(date, { weekday: 'short' }).replace('.', '')
export const dayLabel = (date: string) => format(date, { weekday: 'long', day: 'numeric', month: 'long' })
export const dayNumber = (date: string) => String(Number(date.slice(8)))
export const shortDate = (date: string) => format(date, { day: 'numeric', month: 'short' }).replace('.', '')
export function titleOf(view: View, date: string) {
  const days = daysOf(view, date)
  const title =
    view === 'day'
      ? dayLabel(date)
      : view === 'week'
        ? `${shortDate(days[0]!)} – ${shortDate(days.at(-1)!)}`
        : format(date, { month: 'long', year: 'numeric' })
  return title.charAt(0).toUpperCase() + title.slice(1)
}

/** An hour from now, which is what a new one begins with. */
export const inAnHour = () => wallOf(serverNow() + 3_600_000)
export const tomorrowAt9 = () => `${laterBy(today(), 1)}T09:00`
export const mondayAt8 = () => `${laterBy(today(), (8 - weekdayOf(today())) % 7 || 7)}T08:00`

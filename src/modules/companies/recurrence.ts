/** How often a company pays, in months. */
export const MONTHS = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 } as const
export type Recurrence = keyof typeof MONTHS | ''

/** Months of a period; none where nothing recurs. */
export const monthsOf = (recurrence: Recurrence) => (recurrence === '' ? 0 : MONTHS[recurrence])

const DAY = 24 * 3600_000
// Civil dates, YYYY-MM-DD, are reckoned in UTC, where each day has 24 hours: no clock that is changed moves one.
const utc = (date: string) => Date.parse(`${date}T00:00:00Z`)
const civil = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Another civil date, so many days later. */
export const later = (date: string, days: number) => civil(utc(date) + days * DAY)

/** Days from one civil date to another; negative when it is earlier. */
export const daysBetween = (from: string, to: string) => Math.round((utc(to) - utc(from)) / DAY)

export const dayOfMonth = (date: string) => Number(date.slice(8))

/**
 * A civil date so many months later: on the day of the month given, or on the last day of a month that is shorter. Who is due on the 31st
 * is due on the 28th of February and on the 31st of March, since the day is kept beside the date.
 */
export function monthsLater(date: string, months: number, day = dayOfMonth(date)) {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const [year, at] = [Math.floor(month / 12), month % 12]
  const last = new Date(Date.UTC(year, at + 1, 0)).getUTCDate()
  return civil(Date.UTC(year, at, Math.min(day, last)))
}

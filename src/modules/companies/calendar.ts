import { instantOf, local } from './clock'
import { later } from './recurrence'
import type { companies } from './schema'

type Clock = Pick<typeof companies.$inferSelect, 'timeZone'>

/** Today in the company's zone, as YYYY-MM-DD. */
export const today = (company: Clock, now = new Date()) => local(company, now).slice(0, 10)

/** This month there, as YYYY-MM. */
export const month = (company: Clock) => today(company).slice(0, 7)

const DAY = 24 * 3600_000
/** When a civil date begins where the company is: at midnight, or an hour later where clocks are changed then. */
export const dayStart = (company: Clock, date: string): number => instantOf(company, `${date}T00:00`)

/** The civil dates from one to another, each with when it begins and ends. Most days end after 24 hours, which is looked up at once. */
export function days(company: Clock, first: string, last: string) {
  const found: { date: string; from: number; to: number }[] = []
  for (let date = first, from = dayStart(company, first); date <= last;) {
    const next = later(date, 1)
    const to = local(company, from + DAY) === `${next} 00:00:00` ? from + DAY : dayStart(company, next)
    found.push({ date, from, to })
    date = next
    from = to
  }
  return found
}

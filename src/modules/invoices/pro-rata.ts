import { daysBetween, monthsLater } from '../companies'

/** Days of which each period has its own number, back from the end of the last one. */
type Stretch = { from: string; until: string; months: number; day: number }

/**
 * The share of a price by civil days: each period counts by the days that it has, so that a whole one costs its price whatever its length,
 * and twice the days never less. Integer cents, rounded once.
 */
export function proRata(cents: number, { from, until, months, day }: Stretch): number {
  let share = 0
  for (let end = until; end > from;) {
    const start = monthsLater(end, -months, day)
    share += daysBetween(start > from ? start : from, end) / daysBetween(start, end)
    end = start
  }
  // Half a cent is the same up and down, so that what is changed and changed back costs nothing.
  return Math.sign(cents) * Math.round(Math.abs(cents) * share)
}

/** What one invoice paid for the plan, of its own period; and what a change cost for the days from one on. */
type PaidPeriod = { until: string; months: number; day: number; cents: number }
type PaidChange = { from: string; days: number; cents: number }
/** Until when the plan is paid, in periods as the last one. */
export type Paid = Omit<PaidPeriod, 'cents'> & { periods: PaidPeriod[]; changes: PaidChange[] }

/** What was paid for the days between two: each period at its own price, since who pays ahead may have had a coupon, or another plan. */
function worthOf({ periods, changes }: Paid, from: string, to: string) {
  const behind = (date: string) =>
    periods.reduce((sum, { until, months, day, cents }) => {
      const start = monthsLater(until, -months, day)
      return sum + (date < until ? proRata(cents, { from: date > start ? date : start, until, months, day }) : 0)
    }, 0) +
    changes.reduce((sum, { from: start, days, cents }) => {
      const left = Math.min(days, Math.max(0, days - daysBetween(start, date)))
      return sum + Math.round((cents * left) / days)
    }, 0)
  return behind(from) - behind(to)
}

type Change = {
  from: number
  to: number
  today: string
  dueDate: string
  paid: Paid | undefined
  /** What waits of earlier changes. */ pending: number
}

/**
 * What it costs to change a plan now, of which the prices are given by month: the difference for the days that are left of what was paid,
 * from tomorrow on. A cheaper one gives a credit, never of more than was paid for those days. What was not paid, as a trial, costs nothing.
 */
export function changeCost({ from, to, today, dueDate, paid, pending }: Change): { days: number; cents: number } {
  const until = paid && paid.until < dueDate ? paid.until : dueDate
  const days = paid ? Math.max(0, daysBetween(today, until)) : 0
  if (!days) return { days: 0, cents: 0 }
  const stretch = { from: today, until, months: paid!.months, day: paid!.day }
  const cents = proRata((to - from) * paid!.months, stretch)
  const most = Math.max(0, worthOf(paid!, today, until) + pending)
  return { days, cents: Math.max(cents, -most) || 0 }
}

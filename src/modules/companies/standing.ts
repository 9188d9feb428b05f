import { local } from './clock'
import { later } from './recurrence'

/**
 * How a company stands with the operator. `trial` and `active` may do everything; `arrears` too, and is warned; `suspended` reads, exports
 * and pays, and sends nothing. A `demonstration` may do everything and owes nothing: what it sends says what it is, and it is deleted some
 * days after its end.
 */
type Standing = 'demonstration' | 'trial' | 'active' | 'arrears' | 'suspended'

/** What the installation grants: days of a trial, and days after the due date on which everything still works. */
export type Terms = { trialDays: number; graceDays: number }

/** What of a company says how it stands. */
export type Owing = { status: boolean; isDemo: boolean; dueDate: string | null; createdAt: Date; timeZone: string }

/**
 * A company that was never moved on from the end of its trial: a payment moves the due date by a month at least, so that one within the days
 * of a trial was never paid for.
 */
const isTrial = ({ dueDate, createdAt, timeZone }: Owing, { trialDays }: Terms) =>
  dueDate !== null && dueDate <= later(local({ timeZone }, createdAt).slice(0, 10), trialDays)

/** The due date itself still counts. Grace is for who paid before: a trial and a demonstration end on their day. */
export function standingOf(company: Owing, terms: Terms, now = new Date()): Standing {
  const { status, isDemo, dueDate, timeZone } = company
  if (!status) return 'suspended'
  if (dueDate === null) return isDemo ? 'demonstration' : 'active'
  const today = local({ timeZone }, now).slice(0, 10)
  if (isDemo) return today <= dueDate ? 'demonstration' : 'suspended'
  const trial = isTrial(company, terms)
  if (today <= dueDate) return trial ? 'trial' : 'active'
  return !trial && today <= later(dueDate, terms.graceDays) ? 'arrears' : 'suspended'
}

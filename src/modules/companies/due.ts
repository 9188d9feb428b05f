import { AppError } from '#kernel/errors'
import { dayStart } from './calendar'
import { local } from './clock'
import { later, monthsLater, monthsOf } from './recurrence'
import type { companies } from './schema'
import { type Owing, standingOf, type Terms } from './standing'

type Row = typeof companies.$inferSelect
type Due = Pick<Row, 'dueDate' | 'timeZone'>

/** In place of no end at all: clients of this family read a moment, and let nobody in without one. */
const NEVER = '2999-12-31T23:59:59.999Z'

/** The last moment of the due day where the company is. */
export const dueMoment = (company: Due): string =>
  company.dueDate ? new Date(dayStart(company, later(company.dueDate, 1)) - 1).toISOString() : NEVER

/** The civil date of what a form sent: a date, a moment of it, or midnight of UTC, which is how a date alone becomes a moment. */
export function dueDay(company: Pick<Row, 'timeZone'>, given: string | null): string | null {
  if (given === null || given.startsWith('2999')) return null
  return /^.{10}(T00:00:00(\.000)?Z)?$/.test(given) ? given.slice(0, 10) : local(company, new Date(given)).slice(0, 10)
}

/** The due date one period later; none where nothing recurs. */
export const nextDue = (dueDate: string | null, recurrence: Row['recurrence']): string | null =>
  dueDate && recurrence ? monthsLater(dueDate, monthsOf(recurrence)) : null

/** Nobody works on whose company has not paid; who may pay is let in, to read and to do so. */
export function mustBeOpen(company: Owing, terms: Terms, mayPay: boolean) {
  if (!mayPay && company.status && standingOf(company, terms) === 'suspended') throw overdue(company)
}

/** Who is suspended, by the operator or by what was not paid, reads, and neither sends nor changes anything. */
export function mustBeActive(company: Owing, terms: Terms) {
  if (standingOf(company, terms) === 'suspended') throw company.status ? overdue(company) : new AppError('ERR_COMPANY_SUSPENDED', 402)
}

const overdue = ({ dueDate }: Owing) => new AppError('ERR_SUBSCRIPTION_EXPIRED', 402, { dueDate })

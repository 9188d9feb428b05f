import { AppError } from '#kernel/errors'
import { dayStart, today } from './calendar'
import { local } from './clock'
import { later, monthsLater, monthsOf } from './recurrence'
import type { companies } from './schema'

type Company = typeof companies.$inferSelect
type Due = Pick<Company, 'dueDate' | 'timeZone'>

/** In place of no end at all: clients of this family read a moment, and let nobody in without one. */
const NEVER = '2999-12-31T23:59:59.999Z'

/** The last moment of the due day where the company is. */
export const dueMoment = (company: Due): string =>
  company.dueDate ? new Date(dayStart(company, later(company.dueDate, 1)) - 1).toISOString() : NEVER

/** The civil date of what a form sent: a date, a moment of it, or midnight of UTC, which is how a date alone becomes a moment. */
export function dueDay(company: Pick<Company, 'timeZone'>, given: string | null): string | null {
  if (given === null || given.startsWith('2999')) return null
  return /^.{10}(T00:00:00(\.000)?Z)?$/.test(given) ? given.slice(0, 10) : local(company, new Date(given)).slice(0, 10)
}

/** The due date one period later; none where nothing recurs. */
export const nextDue = (dueDate: string | null, recurrence: Company['recurrence']): string | null =>
  dueDate && recurrence ? monthsLater(dueDate, monthsOf(recurrence)) : null

/** The due date itself still counts. */
export const isOverdue = (company: Due) => company.dueDate !== null && company.dueDate < today(company)

/** Nobody is let in whose time is over. */
export function mustBeOpen(company: Due) {
  if (isOverdue(company)) throw new AppError('ERR_SUBSCRIPTION_EXPIRED', 402, { dueDate: company.dueDate })
}

/** Who is suspended reads, and neither sends nor changes anything. */
export function mustBeActive(company: Due & Pick<Company, 'status'>) {
  mustBeOpen(company)
  if (!company.status) throw new AppError('ERR_COMPANY_SUSPENDED', 402)
}

/** Whether robots and rules answer for a company. */
export const isServing = (company: Due & Pick<Company, 'status'>) => company.status && !isOverdue(company)

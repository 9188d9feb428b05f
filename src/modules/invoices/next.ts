import type { Company } from '../companies'
import { dayOfMonth, daysBetween, monthsOf } from '../companies'
import type { Invoice } from './index'

/** An invoice is made so many days before it is due. */
export const LEAD_DAYS = 10

export type Terms = Pick<Company, 'dueDate' | 'recurrence'>
export type Price = { name: string; value: number } | null

/** An amount of money in integer cents. */
export const centsOf = (value: number) => Math.round(value * 100)

export type Bill = Pick<Invoice, 'detail' | 'cents' | 'months' | 'dueDate' | 'day'>
type Open = Bill & { id: number }
export type Step = { do: 'make' | 'change'; bill: Bill } | { do: 'cancel' } | undefined

/** What a company owes next: the price of its plan for each month of a period. Nothing where nothing recurs, ends or costs. */
function billOf({ dueDate, recurrence }: Terms, plan: Price, day: number): Bill | undefined {
  const months = monthsOf(recurrence)
  const cents = plan ? centsOf(plan.value) * months : 0
  return dueDate && cents ? { detail: plan!.name, cents, months, dueDate, day } : undefined
}

/**
 * What has to become of the open invoice of a company, so that it says what the company owes: an operator may have moved the due date, or
 * changed the plan or its price. `kept` is the last paid one, whose day of the month goes on; `isEarly` makes the next one before its time.
 */
export function nextStep(terms: Terms, plan: Price, open: Open | undefined, kept: Kept | undefined, today: string, isEarly = false): Step {
  const bill = terms.dueDate ? billOf(terms, plan, dayFor(terms.dueDate, open, kept)) : undefined
  if (!bill) return open && { do: 'cancel' }
  if (open) return (Object.keys(bill) as (keyof Bill)[]).some(key => open[key] !== bill[key]) ? { do: 'change', bill } : undefined
  return isEarly || daysBetween(today, bill.dueDate) <= LEAD_DAYS ? { do: 'make', bill } : undefined
}

type Kept = { renewedUntil: string | null; day: number }
const dayFor = (dueDate: string, open: Open | undefined, kept: Kept | undefined) =>
  open?.dueDate === dueDate ? open.day : kept?.renewedUntil === dueDate ? kept.day : dayOfMonth(dueDate)

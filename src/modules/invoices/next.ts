import type { Company } from '../companies'
import { dayOfMonth, daysBetween, monthsOf } from '../companies'
import type { Invoice } from './index'
import { type Discount, type Item, linesOf, sumOf } from './lines'

/** An invoice is made so many days before it is due. */
export const LEAD_DAYS = 10

type Terms = Pick<Company, 'dueDate' | 'recurrence'> & Partial<Pick<Company, 'isDemo'>>
type Price = { name: string; value: number } | null

/** An amount of money in integer cents. */
export const centsOf = (value: number) => Math.round(value * 100)

export type Bill = Pick<Invoice, 'detail' | 'cents' | 'lines' | 'months' | 'dueDate' | 'day'>
type Open = Bill & { id: number }
type Step = { do: 'make' | 'change'; bill: Bill } | { do: 'cancel' } | undefined
/** What the plan alone does not say: what is sold beside it, and what a coupon takes off. */
type Beside = { items: Item[]; discount?: Discount }

/** What a company owes next: the price of its plan for each month of a period, and what stands beside it. Nothing where nothing recurs, ends or costs, nor while it demonstrates. */
function billOf({ dueDate, recurrence, isDemo }: Terms, plan: Price, { items, discount }: Beside, day: number): Bill | undefined {
  const months = monthsOf(recurrence)
  const lines = linesOf(plan && { name: plan.name, cents: centsOf(plan.value) }, months, items, discount)
  const hasPrice = lines.some(({ kind, cents }) => cents > 0 && kind !== 'carried')
  return dueDate && months && hasPrice && !isDemo
    ? { detail: plan?.name ?? lines[0]!.text, cents: sumOf(lines), lines, months, dueDate, day }
    : undefined
}

const differs = (open: Open, bill: Bill) =>
  (Object.keys(bill) as (keyof Bill)[]).some(key => JSON.stringify(open[key]) !== JSON.stringify(bill[key]))

/**
 * What has to become of the open invoice of a company, so that it says what the company owes: an operator may have moved the due date, or
 * changed the plan or its price. `kept` is the last paid one, whose day of the month goes on; `isEarly` makes the next one before its time.
 */
export function nextStep(
  terms: Terms,
  plan: Price,
  open: Open | undefined,
  kept: Kept | undefined,
  today: string,
  isEarly = false,
  beside: Beside = { items: [] },
): Step {
  const bill = terms.dueDate ? billOf(terms, plan, beside, dayFor(terms.dueDate, open, kept)) : undefined
  if (!bill) return open && { do: 'cancel' }
  if (open) return differs(open, bill) ? { do: 'change', bill } : undefined
  return isEarly || daysBetween(today, bill.dueDate) <= LEAD_DAYS ? { do: 'make', bill } : undefined
}

type Kept = { renewedUntil: string | null; day: number }
const dayFor = (dueDate: string, open: Open | undefined, kept: Kept | undefined) =>
  open?.dueDate === dueDate ? open.day : kept?.renewedUntil === dueDate ? kept.day : dayOfMonth(dueDate)

import type * as v from 'valibot'
import { companies, type Company } from '../companies'
import type { FiguresQuery } from './body'

/** Moments: the first one, and the one behind the last. */
export type Span = { from: number; to: number }

/** Longer than anything is kept. */
const NO_END = 9e15

/** Whole days on the company's clock, the last one with them. */
export const spanOf = (company: Company, first: string | undefined, last: string | undefined): Span => ({
  from: first ? companies.dayStart(company, first) : 0,
  to: last ? companies.dayStart(company, companies.later(last, 1)) : NO_END,
})

export function askedSpan(company: Company, { days, date_from, date_to }: v.InferOutput<typeof FiguresQuery>): Span {
  if (date_from ?? date_to) return spanOf(company, date_from, date_to)
  const today = companies.today(company)
  return spanOf(company, companies.later(today, 1 - days!), today)
}

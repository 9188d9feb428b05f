import { companies } from '../companies'
import type { Rule } from './body'

export type Series = {
  rule: Exclude<Rule, 'none'>
  /** The first of the series on the company's clock, as YYYY-MM-DDTHH:MM. */
  anchor: string
  timeZone: string
  /** Days on which nobody works although their weekday would say so. */
  isClosed?: (date: string) => boolean
}

const { later } = companies
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000
const isWeekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())

function* months(first: string, from: string, step: number) {
  const [year, month, day] = first.split('-').map(Number) as [number, number, number]
  const [toYear, toMonth] = from.split('-').map(Number) as [number, number]
  const turns = Math.max(0, Math.floor(((toYear - year) * 12 + toMonth - month) / step))
  for (let passed = turns * step; ; passed += step) {
    // A month that is too short has it on its last day.
    const last = new Date(Date.UTC(year, month + passed, 0))
    yield new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(day, last.getUTCDate()))).toISOString().slice(0, 10)
  }
}

/** The civil dates of a series, from one that may be before the wanted ones. */
function* datesOf({ rule, anchor, isClosed }: Series, from: string): Generator<string> {
  const first = anchor.slice(0, 10)
  if (rule === 'monthly' || rule === 'yearly') return yield* months(first, from, rule === 'monthly' ? 1 : 12)
  const step = rule === 'weekly' ? 7 : 1
  const passed = Math.max(0, Math.floor((dayOf(from) - dayOf(first)) / step))
  for (let date = later(first, passed * step); ; date = later(date, step))
    if (rule !== 'weekdays' || !(isWeekend(date) || isClosed?.(date))) yield date
}

/** When it is the series' turn next after a moment: always at the clock of its first, or as much later as clocks leave out. */
export function nextOf(series: Series, after: Date): Date {
  const from = later(companies.local(series, after).slice(0, 10), -1)
  for (const date of datesOf(series, from)) {
    const at = companies.instantOf(series, `${date}T${series.anchor.slice(11, 16)}`)
    if (at > after.getTime()) return new Date(at)
  }
  throw new Error('a series has no end')
}

import { user } from '../../session'
import { words } from './texts'

const DAY = 24 * 3600_000
export type Days = { first: string; last: string }

/** The last days up to today, which the company's clock says. */
export function lastDays(count: number): Days {
  const timeZone = user.peek()?.company?.timeZone
  const last = new Date().toLocaleDateString('sv-SE', { timeZone })
  return { first: new Date(Date.parse(last) - (count - 1) * DAY).toISOString().slice(0, 10), last }
}

/** What is wrong with two dates, as the server would say it. */
export function wrongWith({ first, last }: Days) {
  const length = Date.parse(last) - Date.parse(first)
  if (length < 0) return words('backwards')
  if (length > 366 * DAY) return words('tooLong')
}
export const isWhole = ({ first, last }: Days) => [first, last].every(date => /^[12]\d{3}-\d\d-\d\d$/.test(date))

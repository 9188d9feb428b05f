import { serverNow } from './clock'
import { locale } from './i18n'

type When = string | number | Date
const day = (value: When) => new Date(value).setHours(0, 0, 0, 0)
const daysAgo = (value: When, now: When = serverNow()) => Math.round((day(now) - day(value)) / 86_400_000)
const isThisYear = (value: When, now: When = serverNow()) => new Date(value).getFullYear() === new Date(now).getFullYear()
const made = new Map<string, Intl.DateTimeFormat>()
/** Making a formatter costs a hundred times its use: one for each language and form. */
function format(value: When, options: Intl.DateTimeFormatOptions) {
  const key = locale() + JSON.stringify(options)
  let formatter = made.get(key)
  if (!formatter) made.set(key, (formatter = new Intl.DateTimeFormat(locale(), options)))
  return formatter.format(new Date(value))
}

const twoDigits = (n: number) => String(n).padStart(2, '0')
/** 16:42, in every language; each row and each message has one, so it is written by hand. */
export function clock(value: When) {
  const moment = new Date(value)
  return `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`
}
/** 12/10/2026 */
export const date = (value: When) => format(value, { day: '2-digit', month: '2-digit', year: 'numeric' })
/** 12/10/2026 of 2026-10-12, which is no moment, and the same day in every time zone. */
export const civilDay = (day: string) => date(`${day}T12:00`)
/** 12/10/2026 16:42 */
export const dateTime = (value: When) => `${date(value)} ${clock(value)}`
/** The clock today, "ontem", else 12/10. */
export function shortTime(value: When, now?: When) {
  const ago = daysAgo(value, now)
  if (ago <= 0) return clock(value)
  if (ago === 1) return relative(-1, 'day')
  return format(value, {
    day: '2-digit',
    month: '2-digit',
    ...(!isThisYear(value, now) && { year: '2-digit' }),
  })
}
/** What is to come: the clock today, amanhã 08:00, else seg., 23/11 08:00. */
export function upcoming(value: When, now?: When) {
  const ahead = -daysAgo(value, now)
  if (ahead <= 0) return clock(value)
  const day = ahead === 1 ? relative(1, 'day') : format(value, { weekday: 'short', day: '2-digit', month: '2-digit' })
  return `${day} ${clock(value)}`
}
/** Hoje, Ontem, else Quinta, 19 de novembro. */
export function dayName(value: When) {
  const ago = daysAgo(value)
  const text =
    ago <= 1 && ago >= 0
      ? relative(-ago, 'day')
      : format(value, { weekday: 'long', day: 'numeric', month: 'long', ...(!isThisYear(value) && { year: 'numeric' }) })
  return text[0]!.toUpperCase() + text.slice(1)
}
export const relative = (n: number, unit: Intl.RelativeTimeFormatUnit) =>
  new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(n, unit)
/** agora, há 2 minutos, há 3 horas, ontem */
export function ago(value: When) {
  const minutes = Math.max(0, Math.round((serverNow() - new Date(value).getTime()) / 60_000))
  if (minutes < 1) return relative(0, 'second')
  if (minutes < 60) return relative(-minutes, 'minute')
  return minutes < 24 * 60 ? relative(-Math.floor(minutes / 60), 'hour') : relative(-Math.floor(minutes / (24 * 60)), 'day')
}
export const sameDay = (a: When, b: When) => day(a) === day(b)
/** 5592981342210 → +55 92 98134-2210; other countries keep their digits together. */
export function phone(digits: string | null | undefined) {
  const found = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits ?? '')
  if (found) return `+55 ${found[1]} ${found[2]}-${found[3]}`
  return digits && /^\d{7,15}$/.test(digits) ? `+${digits}` : (digits ?? '')
}

import { serverNow } from '../../../kit/clock'

const HOUR_MS = 3600_000
const MORNING = 8
/** After this hour nobody sees it again today. */
const EVENING = 20

const morning = (now: Date, days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)

/** What most people mean by a while: an hour; in three hours, on the full hour; the next morning; the morning of the next Monday. */
export function snoozeTimes(now: Date) {
  const later = new Date(Math.ceil((now.getTime() + 3 * HOUR_MS) / HOUR_MS) * HOUR_MS)
  const isToday = later.getDate() === now.getDate() && later.getHours() <= EVENING
  return {
    hour: new Date(now.getTime() + HOUR_MS),
    ...(isToday && { later }),
    tomorrow: morning(now, 1),
    // On a Sunday that is the next morning.
    ...(now.getDay() !== 0 && { nextWeek: morning(now, 8 - now.getDay()) }),
  }
}
export type Preset = keyof ReturnType<typeof snoozeTimes>

/** What the server would say of a moment that was written by hand. */
export const refusalOf = (at: Date) =>
  Number.isNaN(at.getTime()) ? 'Informe data e hora' : at.getTime() <= serverNow() ? 'Escolha uma hora que ainda não passou' : undefined

/** As a field for date and time writes it, in the time of this place. */
export const localValue = (at: Date) => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

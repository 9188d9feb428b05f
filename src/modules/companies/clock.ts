const QUARTER = 15 * 60_000
/** How far clocks are ahead of UTC in one quarter of an hour, in which no time zone changes them: asking Intl costs as much as a query. */
const zones = new Map<string, { calendar: Intl.DateTimeFormat; quarter: number; offset: number }>()

function offsetAt(timeZone: string, at: number) {
  const calendar = () => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const zone = zones.get(timeZone) ?? { calendar: calendar(), quarter: NaN, offset: 0 }
  zones.set(timeZone, zone)
  const quarter = Math.floor(at / QUARTER)
  if (quarter === zone.quarter) return zone.offset
  const from = quarter * QUARTER
  // A year of three digits is written with three.
  zone.offset = Date.parse(`${zone.calendar.format(from).padStart(19, '0').replace(' ', 'T')}Z`) - from
  zone.quarter = quarter
  return zone.offset
}

/** A moment on the clock of a time zone, as YYYY-MM-DD HH:MM:SS. */
export const local = ({ timeZone }: { timeZone: string }, at: Date | number) =>
  new Date(Number(at) + offsetAt(timeZone, Number(at))).toISOString().slice(0, 19).replace('T', ' ')

const DAY = 24 * 3600_000

/**
 * The moment at which a clock of a time zone shows a time, YYYY-MM-DDTHH:MM: the first of two where clocks are put back, and as much later
 * as is left out where they are put forward.
 */
export function instantOf(zone: { timeZone: string }, wall: string): number {
  const as = Date.parse(`${wall}:00Z`)
  const [first, second] = [as - DAY, as + DAY].map(at => as - offsetAt(zone.timeZone, at)).toSorted((a, b) => a - b)
  return local(zone, first!).startsWith(wall.replace('T', ' ')) ? first! : second!
}

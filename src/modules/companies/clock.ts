/** A moment on the clock of a time zone, as YYYY-MM-DD HH:MM:SS. */
export function local({ timeZone }: { timeZone: string }, at: Date | number) {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  calendars.set(timeZone, calendar)
  return calendar.format(at)
}
/** Made once: it costs as much as the rest of a request. */
const calendars = new Map<string, Intl.DateTimeFormat>()

const DAY = 24 * 3600_000

/**
 * The moment at which a clock of a time zone shows a time, YYYY-MM-DDTHH:MM: the first of two where clocks are put back, and as much later
 * as is left out where they are put forward.
 */
export function instantOf(zone: { timeZone: string }, wall: string): number {
  const as = Date.parse(`${wall}:00Z`)
  const offset = (at: number) => Date.parse(`${local(zone, at).replace(' ', 'T')}Z`) - at
  const [first, second] = [offset(as - DAY), offset(as + DAY)].map(one => as - one).toSorted((a, b) => a - b)
  return local(zone, first!).startsWith(wall.replace('T', ' ')) ? first! : second!
}

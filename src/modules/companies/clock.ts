/** A moment on the clock of a time zone, as YYYY-MM-DD HH:MM:SS. */
export function local({ timeZone }: { timeZone: string }, at: Date | number) {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  calendars.set(timeZone, calendar)
  return calendar.format(at)
}
/** Made once: it costs as much as the rest of a request. */
const calendars = new Map<string, Intl.DateTimeFormat>()

import { shortTime, upcoming } from '../../../kit/format'
import { t } from '../../../kit/i18n'
import type { Ticket } from '../types'

const minutesSince = (time: string, now: number) => Math.max(0, Math.floor((now - new Date(time).getTime()) / 60_000))

/** A wait in words. */
export function waitOf(since: string, now: number) {
  const minutes = Math.max(1, minutesSince(since, now))
  if (minutes < 60) return t('tickets.minutes', { n: minutes })
  if (minutes < 24 * 60) return t('tickets.hours', { n: Math.floor(minutes / 60) })
  return t('tickets.days', { n: Math.floor(minutes / (24 * 60)) })
}

/** What stands at the right of a row: when it wakes, how long the customer waits, with its colour, else when something happened last. */
export function ageOf(
  { updatedAt, waitingSince, status, snoozedAt, snoozedUntil }: Pick<Ticket, 'updatedAt' | 'waitingSince' | 'status'> & Partial<Ticket>,
  now: number,
): { text: string; tone: '' | 'g' | 'o' | 'r' } {
  if (snoozedAt) return { text: snoozedUntil ? upcoming(snoozedUntil) : t('tickets.untilWrites'), tone: '' }
  const waits = status === 'closed' ? null : waitingSince
  const minutes = minutesSince(waits ?? updatedAt, now)
  if (minutes < 1) return { text: t('tickets.now'), tone: '' }
  if (!waits) return { text: shortTime(updatedAt), tone: '' }
  return { text: waitOf(waits, now), tone: minutes < 3 ? '' : minutes < 30 ? 'g' : minutes < 60 ? 'o' : 'r' }
}

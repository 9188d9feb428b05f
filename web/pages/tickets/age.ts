import { shortTime } from '../../kit/format'
import { t } from '../../kit/i18n'
import type { Ticket } from './types'

/** What stands at the right of a row: how long the customer waits, with its colour, else when it was. */
export function ageOf(ticket: Pick<Ticket, 'updatedAt' | 'fromMe' | 'status'>, now: number): { text: string; tone: '' | 'g' | 'o' | 'r' } {
  const minutes = Math.floor((now - new Date(ticket.updatedAt).getTime()) / 60_000)
  if (minutes < 1) return { text: t('tickets.now'), tone: '' }
  if (ticket.fromMe || ticket.status === 'closed') return { text: shortTime(ticket.updatedAt), tone: '' }
  if (minutes < 3) return { text: t('tickets.minutes', { n: minutes }), tone: '' }
  if (minutes < 30) return { text: t('tickets.minutes', { n: minutes }), tone: 'g' }
  if (minutes < 60) return { text: t('tickets.minutes', { n: minutes }), tone: 'o' }
  if (minutes < 24 * 60) return { text: t('tickets.hours', { n: Math.floor(minutes / 60) }), tone: 'r' }
  return { text: t('tickets.days', { n: Math.floor(minutes / (24 * 60)) }), tone: 'r' }
}

import { AlarmClock, AlarmClockOff, Check, CircleDot, type LucideIcon, MailOpen, UserRoundCheck } from 'lucide-react'
import { t } from '../../../kit/i18n'
import { user } from '../../../session'
import { markRead } from '../../../shell/mark-all'
import { marked, unmark } from '../../../shell/unread'
import { bringBack, markUnread, snooze } from '../put-aside'
import { isActedOn } from '../acted-on'
import type { Ticket } from '../types'
import type { Verbs } from '../verbs'
import { words } from './desk-texts'

export type SwipeVerb = { label: string; icon: LucideIcon; tone?: 'good' | 'own'; run: () => void }

/** What stands before a row, for a finger that goes to the right: one verb, which is meant at once. */
function beforeOf(ticket: Ticket): SwipeVerb | undefined {
  const { id, unreadMessages, status, userId, contact } = ticket
  if (status === 'closed') return
  const isUnread = unreadMessages > 0 && !marked.value.has(id)
  const unread = () => (marked.peek().has(id) ? unmark([id]) : markUnread(ticket))
  if (!isUnread) return { label: words('unread'), icon: CircleDot, run: unread }
  // The customer is told, and whose it is not cannot do that.
  if (status !== 'open' || userId !== user.value?.id) return
  return { label: words('readOne'), icon: MailOpen, run: () => markRead([id], words('markedRead', { name: contact.name })) }
}

/** What stands after it: to put it off, and at the edge what is done most. */
function afterOf(ticket: Ticket, { accept, resolve }: Pick<Verbs, 'accept' | 'resolve'>): SwipeVerb[] {
  if (!isActedOn(ticket)) return []
  const waits = ticket.status === 'pending'
  return [
    ticket.snoozedAt === null
      ? { label: words('snooze'), icon: AlarmClock, run: () => snooze([ticket]) }
      : { label: words('wake'), icon: AlarmClockOff, run: () => bringBack(ticket) },
    waits
      ? { label: t('tickets.accept'), icon: UserRoundCheck, tone: 'own', run: () => void accept(ticket) }
      : { label: t('tickets.resolve'), icon: Check, tone: 'good', run: () => void resolve(ticket) },
  ]
}

export const besideOf = (ticket: Ticket, verbs: Pick<Verbs, 'accept' | 'resolve'>) => ({
  before: beforeOf(ticket),
  after: afterOf(ticket, verbs),
})

import { AlarmClock } from 'lucide-react'
import { upcoming } from '../../../kit/format'
import { bringBack } from '../put-aside'
import { words } from '../list/desk-texts'
import type { Ticket } from '../types'

/** Above a conversation that sleeps: until when, and how it comes back. */
export const SnoozeBar = ({ ticket }: { ticket: Ticket }) =>
  ticket.snoozedAt && (
    <div className="bot-bar" role="status">
      <AlarmClock className="icon" aria-hidden />
      <span className="min-w-0">
        <b>{ticket.snoozedUntil ? words('isSnoozed', { when: upcoming(ticket.snoozedUntil) }) : words('isSnoozedReply')}</b>
        {ticket.snoozedUntil && <span className="block muted t-meta">{words('snoozedText')}</span>}
      </span>
      <button type="button" className="btn btn-plain ml-auto" onClick={() => bringBack(ticket)}>
        {words('wake')}
      </button>
    </div>
  )

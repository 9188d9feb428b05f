import { useShortcut } from '../../../kit/keys'
import { isActedOn } from '../acted-on'
import { markUnread, snooze, togglePin } from '../put-aside'
import type { Ticket } from '../types'

/** The keys that put the ticket on screen aside. `leave` goes before it is marked as unread. */
export function usePutAsideKeys(ticket: Ticket, leave: () => void) {
  const isHere = isActedOn(ticket)
  const how = ticket.status === 'pending' ? 'free' : undefined
  useShortcut('snooze', () => snooze([ticket]), isHere, how)
  useShortcut('pin', () => togglePin(ticket), isHere, how)
  useShortcut(
    'unread',
    () => {
      leave()
      markUnread(ticket)
    },
    isHere,
    how,
  )
}

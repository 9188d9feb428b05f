import type { TicketJourneys } from '#modules/tickets'
import { markRead, unmarkUnread } from '../mark-read'
import { steerBot } from './bot'
import { change } from './change'
import { closeAll } from './close'
import { deleteTicket } from './delete'
import { activeOf, openTicket } from './open'
import { snooze, wake } from './snooze'

/** What the routes of tickets start. */
export const ticketJourneys: TicketJourneys = {
  open: openTicket,
  activeOf,
  change,
  closeAll,
  remove: deleteTicket,
  markRead,
  unmarkUnread,
  steerBot,
  snooze,
  wake,
}

import * as arrivals from './arrivals'
import { announce, announceAll, publishLeft, publishState } from './announce'
import { load, loadByUuid, loadToAccept, loadToTakeBack, mayTakeBack, ofContact, reload, seenOf, seesActive } from './authorized'
import * as batches from './overdue'
import {
  countUnread,
  insert,
  markOpened,
  markRead,
  markUnread,
  patch,
  patchActive,
  setLastMessage,
  steer,
  waitsNoLongerThan,
  waitsSince,
} from './changes'
import { listBoard, listTickets } from './list'
import * as merges from './merges'
import { headings, others } from './others'
import * as pins from './pins'
import * as snoozes from './snooze'
import { details, opened, view, views } from './view'

export { personalRooms, roomsFor, roomsOf, typingRoomsOf, type Following } from './rooms'
export { sees, visible } from './visibility'
export type { NewTicket, TicketJourneys, TicketChange, BotChange } from './routes'
export { ticketReportRoutes, type Report } from './reports'
export * as ticketTrash from './trash'
export { NOT_HANDED_OVER, WITHOUT_BOT } from './changes'
export { factsOf } from './happenings'
export { excerptFor } from './excerpt'
export type { ShownTicket } from './shown'
export type { Heading } from './others'
export type { OfQueues } from './list'
export type { Left } from './merges'
export type { AuthorizedTicket, Ticket } from './authorized'
export type { Assignment } from './announce'

export const tickets = {
  ...arrivals,
  ...batches,
  ...merges,
  ...snoozes,
  ...pins,
  list: listTickets,
  board: listBoard,
  load,
  loadByUuid,
  loadToAccept,
  loadToTakeBack,
  mayTakeBack,
  reload,
  ofContact,
  seenOf,
  seesActive,
  others,
  headings,
  view,
  views,
  details,
  opened,
  announce,
  announceAll,
  publishLeft,
  publishState,
  insert,
  patch,
  patchActive,
  steer,
  setLastMessage,
  waitsSince,
  waitsNoLongerThan,
  markOpened,
  markRead,
  markUnread,
  countUnread,
}

import { retryable } from '../kit/retryable'
import { computed, effect, signal } from '@preact/signals-react'
import type { ShownTicket } from '../../src/modules/tickets'
import { claims } from '../kit/api'
import { paged } from '../kit/paged'
import type { Json } from '../kit/rows'
import { join, on, onResync } from '../kit/realtime'

export type UnreadTicket = Json<ShownTicket>

/** What waits was read by nobody who has it. */
const isOwn = ({ status }: UnreadTicket) => status === 'open'
/** The user's own, and those that wait. */
const concernsMe = ({ status, userId }: UnreadTicket) => status === 'pending' || (status === 'open' && userId === claims()?.id)
/** The ticket whose messages this person reads as they come: it is unread nowhere, also before the server knows. */
export const reading = signal<number | undefined>(undefined)
/** It comes with the first thing there is to tell. */
const importTell = retryable(() => import('./tell-unread'))
/** As a sound, one that does not come over the network is missed by nobody. */
const tell = (what: (by: Awaited<ReturnType<typeof importTell>>) => unknown) =>
  void importTell()
    .then(what)
    .catch(() => {})

/** It was handed to whoever has it, or came back to them, and they have not opened it since. */
const isUnopened = ({ transferred, returnedBy }: UnreadTicket) => transferred || returnedBy

/** Tickets with messages that this user has not read, or that they have not opened, newest first: their own, and those that wait. */
const list = paged<UnreadTicket>({
  path: '/tickets',
  rows: 'tickets',
  query: () => ({ withUnreadMessages: true, orUnopened: true, snoozed: false }),
  order: (a, b) => (a.updatedAt < b.updatedAt ? 1 : -1),
  belongs: ticket =>
    (ticket.unreadMessages > 0 || (isOwn(ticket) && Boolean(isUnopened(ticket)))) &&
    ticket.id !== reading.peek() &&
    !ticket.snoozedAt &&
    concernsMe(ticket),
})
/** What this person marked as read and may take back: it is unread nowhere here, and the server does not know (mark-all.ts). */
export const marked = signal<ReadonlyMap<number, symbol>>(new Map())
export function unmark(ids: number[]) {
  if (ids.some(id => marked.peek().has(id))) marked.value = new Map([...marked.peek()].filter(([id]) => !ids.includes(id)))
}
export const unread = computed(() => list.items.value.filter(({ id }) => !marked.value.has(id)))
export const unreadCount = computed(() => list.count.value - (list.items.value.length - unread.value.length))
export const reloadUnread = () => list.reload()
/** Open tickets of this user in all of their queues, for the drawer: counted by their list while it is on the screen, else by `watchMine`. */
export const mineCount = signal(0)
/** Their list leaves some of them out, or has those of others. */
export const isOtherwise = signal(false)
const mine = paged<UnreadTicket>({
  path: '/tickets',
  rows: 'tickets',
  query: () => ({ status: 'open', snoozed: false }),
  belongs: ({ status, userId, snoozedAt }) => status === 'open' && userId === claims()?.id && !snoozedAt,
})
/** Unread messages of colleagues, for the drawer and the bar of a phone; kept by the rooms, which come later. */
export const chatUnread = signal(0)
/** Those of this person, which can be marked as read; what is on further pages comes after it. */
export const unreadOwn = computed(() => unread.value.filter(ticket => isOwn(ticket) && ticket.unreadMessages > 0))

/** Counts them where no list of just these is on the screen. Returns how to stop. */
export function watchMine() {
  void mine.reload()
  const stops = [
    on('ticket', event => (event.action === 'update' ? mine.put(event.ticket) : event.action === 'delete' && mine.remove(event.ticketId))),
    onResync(isMissed => (isMissed || mine.isMissing()) && void mine.reload()),
    effect(() => {
      if (mine.loaded.value && !mine.loading.value) mineCount.value = mine.count.value
    }),
  ]
  return () => stops.forEach(stop => stop())
}

/** Follows what is unread. Returns how to stop. */
export function watchUnread() {
  void list.reload()
  const stops = [
    join('joinNotification'),
    on('ticket', event => {
      if (event.action !== 'update') return list.remove(event.ticketId)
      list.put(event.ticket)
      tell(by => by.tellHandedOver(event.ticket))
    }),
    on('appMessage', ({ action, message, ticket }) => {
      if (action !== 'create' || message.fromMe || message.mediaType === 'reactionMessage') return
      // It was not there when the others were marked.
      unmark([ticket.id])
      if (concernsMe(ticket)) tell(by => by.tellMessage({ message, ticket }))
    }),
    onResync(isMissed => {
      if (!isMissed && !list.isMissing()) return
      // What came meanwhile was not there when the others were marked, and nobody can tell which it is.
      unmark([...marked.peek().keys()])
      void list.reload()
    }),
  ]
  return () => stops.forEach(stop => stop())
}

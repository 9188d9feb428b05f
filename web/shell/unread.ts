import { retryable } from '../kit/retryable'
import { computed, effect, signal } from '@preact/signals-react'
import type { ShownTicket } from '../../src/modules/tickets'
import { claims } from '../kit/api'
import { t } from '../kit/i18n'
import { paged } from '../kit/paged'
import type { Json } from '../kit/rows'
import { join, on, onResync } from '../kit/realtime'
import { toast } from '../kit/toast'
import type { Notice } from './desktop-notice'

export type UnreadTicket = Json<ShownTicket>

/** The user's own, and those that wait. */
const concernsMe = ({ status, userId }: UnreadTicket) => status === 'pending' || (status === 'open' && userId === claims()?.id)
/** The ticket whose messages this person reads as they come: it is unread nowhere, also before the server knows. */
export const reading = signal<number | undefined>(undefined)
/** Whoever looks at the conversation needs no sound. */
const isOnScreen = ({ uuid }: UnreadTicket) => !document.hidden && location.pathname.includes(uuid)
const importLine = retryable(() => import('../pages/tickets/conversation/line-of'))
const importChime = retryable(() => import('./chime'))
const importDesktopNotice = retryable(() => import('./desktop-notice'))
/** As a sound, one that does not come over the network is missed by nobody. */
const notify = (notice: Notice) =>
  document.hidden &&
  void importDesktopNotice()
    .then(one => one.notify(notice))
    .catch(() => {})

/** Tickets with messages that this user has not read, newest first: their own, and those that wait. */
const list = paged<UnreadTicket>({
  path: '/tickets',
  rows: 'tickets',
  query: () => ({ withUnreadMessages: true, snoozed: false }),
  order: (a, b) => (a.updatedAt < b.updatedAt ? 1 : -1),
  belongs: ticket => ticket.unreadMessages > 0 && ticket.id !== reading.peek() && !ticket.snoozedAt && concernsMe(ticket),
})
/** What this person marked as read and may take back: it is unread nowhere here, and the server does not know (mark-all.ts). */
export const marked = signal<ReadonlyMap<number, symbol>>(new Map())
export function unmark(ids: number[]) {
  if (ids.some(id => marked.peek().has(id))) marked.value = new Map([...marked.peek()].filter(([id]) => !ids.includes(id)))
}
export const unread = computed(() => list.items.value.filter(({ id }) => !marked.value.has(id)))
export const unreadCount = computed(() => list.count.value - (list.items.value.length - unread.value.length))
export const reloadUnread = () => list.reload()
/** Open tickets of this user, for the drawer: kept by their list while it is on the screen, and by `watchMine` elsewhere. */
export const mineCount = signal(0)
const mine = paged<UnreadTicket>({
  path: '/tickets',
  rows: 'tickets',
  query: () => ({ status: 'open', snoozed: false }),
  belongs: ({ status, userId, snoozedAt }) => status === 'open' && userId === claims()?.id && !snoozedAt,
})
/** Unread messages of colleagues, for the drawer and the bar of a phone; kept by the rooms, which come later. */
export const chatUnread = signal(0)

/** What waits was read by nobody who has it. */
const isOwn = ({ status }: UnreadTicket) => status === 'open'
/** Those of this person, which can be marked as read; what is on further pages comes after it. */
export const unreadOwn = computed(() => unread.value.filter(isOwn))

/** Counts the open tickets where no list of them does. Returns how to stop. */
export function watchMine() {
  void mine.reload()
  const stops = [
    on('ticket', event => (event.action === 'update' ? mine.put(event.ticket) : event.action === 'delete' && mine.remove(event.ticketId))),
    onResync(() => void mine.reload()),
    effect(() => {
      if (mine.loaded.value) mineCount.value = mine.count.value
    }),
  ]
  return () => stops.forEach(stop => stop())
}

/** What a colleague handed to this person is told once, wherever they are, until they open it. */
const handedOver = new Set<number>()
function tellHandedOver(ticket: UnreadTicket) {
  const { id, uuid, transferred, status, userId, contact } = ticket
  if (!transferred || status !== 'open' || userId !== claims()?.id) return handedOver.delete(id)
  if (handedOver.has(id) || isOnScreen(ticket)) return
  handedOver.add(id)
  const said = t('tickets.transferred')
  toast.ok(`${contact.name}: ${said}`, 8_000)
  notify({ title: contact.name, body: said, tag: uuid, path: `/tickets/${uuid}` })
}

/** Follows what is unread. Returns how to stop. */
export function watchUnread() {
  void list.reload()
  const stops = [
    join('joinNotification'),
    on('ticket', event => {
      if (event.action !== 'update') return list.remove(event.ticketId)
      list.put(event.ticket)
      tellHandedOver(event.ticket)
    }),
    on('appMessage', ({ action, message, ticket }) => {
      if (action !== 'create' || message.fromMe || message.mediaType === 'reactionMessage') return
      // It was not there when the others were marked.
      unmark([ticket.id])
      void importLine()
        .then(({ lineOf }) =>
          notify({ title: ticket.contact?.name ?? '', body: lineOf(message), tag: ticket.uuid, path: `/tickets/${ticket.uuid}` }),
        )
        .catch(() => {})
      if (concernsMe(ticket) && !isOnScreen(ticket))
        importChime()
          .then(({ chimeFor }) => chimeFor(ticket.queueId))
          .catch(() => {})
    }),
    onResync(() => {
      // What came meanwhile was not there when the others were marked, and nobody can tell which it is.
      unmark([...marked.peek().keys()])
      void list.reload()
    }),
  ]
  return () => stops.forEach(stop => stop())
}

import { computed, signal } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import { get } from '../kit/api'
import { join, on, onResync } from '../kit/realtime'

export type UnreadTicket = {
  id: number
  uuid: string
  status: string
  userId: number | null
  unreadMessages: number
  lastMessage: string | null
  updatedAt: string
  contact: { name: string; profilePicUrl?: string | null } | null
}

/** Tickets with messages that this user has not read, newest first. */
export const unread = signal<UnreadTicket[]>([])
const total = signal(0)
export const unreadCount = computed(() => Math.max(unread.value.length, total.value))
/** Open tickets of this user, for the drawer; kept by the list of tickets and by what arrives here. */
export const mineCount = signal(0)
export const pendingCount = signal(0)

const load = () =>
  get<{ tickets: UnreadTicket[]; count: number }>('/tickets', { withUnreadMessages: true, pageNumber: 1 }).then(
    ({ tickets, count }) => {
      unread.value = tickets
      total.value = count
    },
    () => {},
  )
function forget(id: number) {
  const rest = unread.value.filter(ticket => ticket.id !== id)
  total.value = Math.max(0, total.value - (unread.value.length - rest.length))
  unread.value = rest
}
/** Nothing is unread any more, as far as this window knows. */
export function forgetAll() {
  unread.value = []
  total.value = 0
}

type Arrival = { action: string; message: { fromMe: boolean; body: string; mediaType: string }; ticket?: UnreadTicket }

/** Tells the desktop when the window is not seen and the person asked for it. */
function notify(ticket: UnreadTicket, body: string) {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
  const notice = new Notification(ticket.contact?.name ?? '', { body: body.slice(0, 120), tag: ticket.uuid })
  notice.onclick = () => {
    window.focus()
    navigate(`/tickets/${ticket.uuid}`)
    notice.close()
  }
}

/** Follows what is unread. Returns how to stop. */
export function watchUnread() {
  void load()
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(load, 500)
  }
  const stops = [
    join('joinNotification'),
    on<{ action: string; ticketId?: number; ticket?: UnreadTicket }>('ticket', ({ action, ticketId, ticket }) => {
      if (action === 'updateUnread' || action === 'delete') forget(ticketId ?? ticket?.id ?? 0)
      else if (ticket && !ticket.unreadMessages) forget(ticket.id)
      else soon()
    }),
    on<Arrival>('appMessage', ({ action, message, ticket }) => {
      if (action !== 'create' || message.fromMe || message.mediaType === 'reactionMessage') return
      soon()
      if (ticket) notify(ticket, message.body)
    }),
    onResync(load),
  ]
  return () => {
    clearTimeout(timer)
    stops.forEach(stop => stop())
  }
}

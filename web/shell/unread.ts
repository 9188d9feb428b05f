import { computed, signal } from '@preact/signals-react'
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
export const unreadCount = computed(() => unread.value.length)
/** Open tickets of this user, for the drawer; kept by the list of tickets and by what arrives here. */
export const mineCount = signal(0)
export const pendingCount = signal(0)

const load = () =>
  get<{ tickets: UnreadTicket[] }>('/tickets', { withUnreadMessages: true, pageNumber: 1 }).then(
    ({ tickets }) => (unread.value = tickets),
    () => {},
  )
const forget = (id: number) => (unread.value = unread.value.filter(ticket => ticket.id !== id))

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
    on<{ action: string; message: { fromMe: boolean } }>('appMessage', ({ action, message }) => {
      if (action === 'create' && !message.fromMe) soon()
    }),
    onResync(load),
  ]
  return () => {
    clearTimeout(timer)
    stops.forEach(stop => stop())
  }
}

import { navigate } from 'wouter/use-browser-location'
import type { UnreadTicket } from './unread'

/** Tells the desktop when the window is not seen and the person asked for it. */
export function notify(ticket: UnreadTicket, body: string) {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
  const notice = new Notification(ticket.contact?.name ?? '', { body: body.slice(0, 120), tag: ticket.uuid })
  notice.onclick = () => {
    window.focus()
    navigate(`/tickets/${ticket.uuid}`)
    notice.close()
  }
}

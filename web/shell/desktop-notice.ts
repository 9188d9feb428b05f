import { navigate } from 'wouter/use-browser-location'

import { user } from '../session'
import { isQuiet } from './quiet'

/** `isOnlyHere` where no push tells of it. */
type Notice = { title: string; body: string; tag: string; path: string; isOnlyHere?: boolean }

/** Tells the desktop when the window is not seen and the person asked for it, outside of their hours of quiet. */
export function notify({ title, body, tag, path, isOnlyHere = false }: Notice) {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
  // Its service worker says it.
  if (localStorage.getItem('push') && !isOnlyHere) return
  if (isQuiet(user.peek()?.preferences.quiet ?? null)) return
  const notice = new Notification(title, { body: body.slice(0, 120), tag })
  notice.onclick = () => {
    window.focus()
    navigate(path)
    notice.close()
  }
}

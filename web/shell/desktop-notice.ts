import { navigate } from 'wouter/use-browser-location'

type Notice = { title: string; body: string; tag: string; path: string }

/** Tells the desktop when the window is not seen and the person asked for it. */
export function notify({ title, body, tag, path }: Notice) {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
  const notice = new Notification(title, { body: body.slice(0, 120), tag })
  notice.onclick = () => {
    window.focus()
    navigate(path)
    notice.close()
  }
}

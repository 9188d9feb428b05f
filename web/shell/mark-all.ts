import { computed } from '@preact/signals-react'
import { post } from '../kit/api'
import { plural } from '../kit/i18n'
import { toast } from '../kit/toast'
import { beforeSignOut } from '../session'
import { marked, reloadUnread, unmark, unreadOwn } from './unread'

/** There is something to be marked. */
export const isUnread = computed(() => unreadOwn.value.length > 0)

export function markAllRead() {
  const ids = unreadOwn.value.map(({ id }) => id)
  markRead(ids, plural(ids.length, 'notifications.oneIsRead', 'notifications.areRead'))
}

/** A receipt that is out cannot be called back: the server is told when the time to take it back is over, or the page is left. */
export function markRead(ids: number[], text: string) {
  const press = Symbol('a press of the button')
  marked.value = new Map([...marked.value, ...ids.map(id => [id, press] as const)])
  /** What came since is another press's. */
  const still = () => ids.filter(id => marked.peek().get(id) === press)
  toast.undo(
    text,
    () => unmark(still()),
    () => void tell(still()),
  )
}

async function tell(ids: number[]) {
  if (!ids.length) return
  await Promise.allSettled(ids.map(id => post(`/tickets/${id}/read`, undefined, true)))
  await reloadUnread()
  unmark(ids)
}
const tellAll = () => tell([...marked.peek().keys()])
addEventListener('pagehide', () => void tellAll())
beforeSignOut.add(tellAll)

import { post } from '../kit/api'
import { plural } from '../kit/i18n'
import { toast } from '../kit/toast'
import { beforeSignOut } from '../session'
import { marked, reloadUnread, unmark, unreadOwn } from './unread'

/** A receipt that is out cannot be called back: the server is told when the time to take it back is over, or the page is left. */
export function markAllRead() {
  const ids = unreadOwn.value.map(({ id }) => id)
  marked.value = new Set([...marked.value, ...ids])
  toast.undo(
    plural(ids.length, 'notifications.oneIsRead', 'notifications.areRead'),
    () => unmark(ids),
    () => void tell(ids),
  )
}

async function tell(ids: number[]) {
  const still = ids.filter(id => marked.peek().has(id))
  await Promise.allSettled(still.map(id => post(`/tickets/${id}/read`, undefined, true)))
  await reloadUnread()
  unmark(still)
}
const tellAll = () => tell([...marked.peek()])
addEventListener('pagehide', () => void tellAll())
beforeSignOut.add(tellAll)

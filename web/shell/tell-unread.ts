import { navigate } from 'wouter/use-browser-location'
import type { Events } from '../../src/kernel/context'
import { settled } from '../catalog'
import { claims } from '../kit/api'
import type { Json } from '../kit/rows'
import { toast } from '../kit/toast'
import { lineOf } from '../pages/tickets/conversation/line-of'
import { chimeFor } from './chime'
import { notify } from './desktop-notice'
import { handedBy } from './handed-by'
import { words } from './notice-words'
import type { UnreadTicket } from './unread'

type Arrived = Pick<Extract<Json<Events['appMessage']>, { action: 'create' }>, 'message' | 'ticket'>

/** Whoever looks at the conversation needs no sound. */
const isOnScreen = ({ uuid }: UnreadTicket) => !document.hidden && location.pathname.includes(uuid)

/** What a customer wrote to this person, or to whoever takes it: to the desktop, and as a sound. */
export function tellMessage({ message, ticket }: Arrived) {
  const { contact, uuid, queueId } = ticket
  notify({ title: contact?.name ?? '', body: lineOf(message), tag: uuid, path: `/tickets/${uuid}` })
  if (!isOnScreen(ticket)) void chimeFor(queueId)
}

/** What a colleague handed to this person is told once, wherever they are, until they open it. */
const handedOver = new Set<number>()
export async function tellHandedOver(ticket: UnreadTicket) {
  const { id, uuid, transferred, status, userId, contact } = ticket
  if (!transferred || status !== 'open' || userId !== claims()?.id) return void handedOver.delete(id)
  if (handedOver.has(id) || isOnScreen(ticket)) return
  handedOver.add(id)
  // Who did it is known by name in a moment.
  await settled('users')
  if (isOnScreen(ticket)) return
  const [said, path] = [handedBy(ticket), `/tickets/${uuid}`]
  toast.offer(`${contact.name}: ${said}`, { label: words('open'), act: () => navigate(path) })
  notify({ title: contact.name, body: said, tag: uuid, path })
}

import { ApiError, put } from '../../kit/api'
import { toldWhenSlow } from '../../kit/slow'
import { toast } from '../../kit/toast'
import { beforeVerb, hasLeft } from './before-verb'
import { words } from './conversation/texts'
import { putAnswer } from './list/store'
import type { Ticket } from './types'
import { instead } from './deferred-verbs'

/** Optimistic concurrency: what is asked of a ticket is not done where somebody made another one of it since. */
export const standing = ({ status, userId, queueId }: Ticket) => ({ status, userId, queueId })

/** Changes a ticket once what was said in it has left, in the place of what was to be done with it later. Gives it as it is then. */
export function change(ticket: Ticket, body: object, what?: '/bot') {
  beforeVerb.decides?.(ticket)
  return toldWhenSlow(instead(ticket.id, () => ask(ticket, body, what)))
}
/** As `change`, of a wish of before, which stays. */
export const ask = (ticket: Ticket, body: object, what = '') =>
  afterWords(ticket.id, () => putAnswer(put<Ticket>(`/tickets/${ticket.id}${what}`, body)))

/** Does something once all that was said in a ticket has left, and not where that was refused or finds no way. */
export async function afterWords<T>(ticketId: number, act: () => Promise<T>): Promise<T> {
  const slow = setTimeout(() => toast.warn(words('leavesFirst')), SLOW_MS)
  const refusedBefore = beforeVerb.refusedAt?.(ticketId)
  const isLast = await hasLeft(ticketId)
  clearTimeout(slow)
  // The line may stand: a server whose storage is in trouble takes no message either.
  if (!isLast) throw new ApiError(0, { error: words('refusedFirst') })
  if (beforeVerb.refusedAt?.(ticketId) !== refusedBefore) throw new ApiError(400, { error: words('refusedFirst') })
  return act()
}
/** An upload is waited for: who pressed is told after this, and never sees a button that does nothing. */
const SLOW_MS = 500

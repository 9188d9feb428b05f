import { retryable } from '../../kit/retryable'
import { user } from '../../session'
import type { Conversation } from './conversation/conversation'
import type { Ticket } from './types'

/** What comes before a verb; what the composer sets comes later. */
export const beforeVerb: {
  /** Which ticket follows is decided by the list as it is when the verb is pressed: what it changes moves the rows. */
  decides?: (ticket: Ticket) => void
  /** What was sent in a ticket leaves before anything is done with it: one that has ended takes no more. Whether all of it did. */
  leaves?: (ticketId: number) => Promise<boolean>
  /** Whether a file waits to leave that would be lost with this window. */
  hasFile?: (ticketId: number) => boolean
  /** What was refused in a conversation that is lost stands in its draft again. */
  takesBack?: (conversation: Conversation) => void
  /** When the server last refused what was said in a ticket. */
  refusedAt?: (ticketId: number) => number | undefined
  /** Whether an answer or a note was begun and not sent; a note alone. */
  isBegun?: (ticketId: number) => boolean
  isNote?: (ticketId: number) => boolean
} = {}

/** Where this browser keeps what somebody wrote and the server has not answered, of all of their windows (`composer/left-behind.ts`). */
export const ownLog = () => `unsent-of-${user.peek()?.companyId}-${user.peek()?.id}`

const importSending = retryable(() => import('./composer/sending'))
/** Whether all that was written in a ticket before has left: what a page before left behind is sent by a script that may still be to come. */
export async function hasLeft(ticketId: number) {
  if (!beforeVerb.leaves && localStorage.getItem(ownLog())) await importSending().catch(() => {})
  return beforeVerb.leaves?.(ticketId) ?? !localStorage.getItem(ownLog())
}

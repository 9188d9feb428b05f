import type { Ctx } from '#kernel/context'
import { record } from '../event-webhooks'
import { ticketActivities } from '../ticket-activities'
import type { Ticket } from './authorized'

/** What programs are told of a ticket. */
export const factsOf = ({ id, uuid, contactId, queueId, userId, whatsappId, status }: Ticket) => ({
  id,
  uuid,
  contactId,
  queueId,
  userId,
  whatsappId,
  status,
})

/** What a change of a ticket means to others; `before` is none where it is new. */
export async function happened(ctx: Ctx, before: Ticket | undefined, after: Ticket) {
  const tell = (type: 'ticket.opened' | 'ticket.closed' | 'ticket.transferred', more = {}) =>
    record(ctx, type, { ticket: factsOf(after), ...more }, after.contactId)
  if (before) await ticketActivities.moved(ctx, before, after)
  const wasOpen = before !== undefined && before.status !== 'closed'
  if (after.status === 'closed') return wasOpen ? tell('ticket.closed') : undefined
  if (!wasOpen) return tell('ticket.opened')
  const isMoved = before.queueId !== after.queueId || (before.userId !== null && before.userId !== after.userId)
  if (isMoved) await tell('ticket.transferred', { from: { queueId: before.queueId, userId: before.userId } })
}

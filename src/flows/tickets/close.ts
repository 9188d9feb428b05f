import { afterWait, type Ctx } from '#kernel/context'
import { NOT_HANDED_OVER, tickets, WITHOUT_BOT, type AuthorizedTicket, type OfQueues } from '#modules/tickets'
import { moveAll } from './move'

/**
 * The one way in which tickets end, whoever ends them: no robot stays on, lists lose them, and windows and the closed list get their new
 * state. The rows are those of the open transaction; what has ended already is left out.
 */
export const close = (ctx: Ctx, open: AuthorizedTicket[]) =>
  moveAll(ctx, open, { status: 'closed', closedAt: new Date(), ...NOT_HANDED_OVER, ...WITHOUT_BOT })

/** Each is told to whoever sees it, which costs many times a row: some milliseconds of them. */
const BATCH = 25

/** Closes all tickets of a status, of all queues, of some or of all but some, without a word to the customers. Others write between two batches, and whoever asked may have lost the right. */
export async function closeAll(ctx: Ctx, status: 'open' | 'pending', of: OfQueues) {
  let closed: number
  do closed = await afterWait(ctx, async ctx => (await close(ctx, await tickets.ofStatus(ctx, status, of, BATCH))).length)
  while (closed === BATCH)
}

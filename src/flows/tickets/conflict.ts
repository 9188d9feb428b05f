import type { Ctx } from '#kernel/context'
import { SYSTEM } from '#modules/rights'
import { AppError } from '#kernel/errors'
import { tickets, type AuthorizedTicket, type Ticket } from '#modules/tickets'
import { users } from '#modules/users'

/** The ticket that stands in the way of another one: told with who has it, also where the actor does not see it. */
export async function inTheWay(ctx: Ctx, contactId: number, whatsappId: number | null) {
  const found = await tickets.otherActive(ctx, contactId, whatsappId)
  if (!found) return
  const { id, uuid, status, userId, user, queueId, queue, contact } = await tickets.view({ ...ctx, actor: SYSTEM }, found)
  // Clients read the names of owner and queue, even where there is none.
  const names = { user: user ?? { name: '' }, queue: queue ?? { name: '' }, contact: { id: contact.id, name: contact.name } }
  return { id, uuid, status, userId, queueId, contactId, ...names }
}

export const otherOpen = async (ctx: Ctx, contactId: number, whatsappId: number | null) =>
  new AppError('ERR_OTHER_OPEN_TICKET', 400, await inTheWay(ctx, contactId, whatsappId))

type Standing = Pick<Ticket, 'status' | 'userId' | 'queueId'>
/** What whoever asks knew of a ticket: what is left out may be anything. */
type Expected = { [field in keyof Standing]?: Standing[field] | undefined }

/**
 * Optimistic concurrency: what was asked of a ticket that stands otherwise by now is not done. Of two who take it from the same person at
 * once, the second is told who was first; what is done already is done again by whoever lost the answer. Whether it is.
 */
export async function mustStand(ctx: Ctx, ticket: AuthorizedTicket, expected: Expected, asked: Expected) {
  const isAs = (known: Expected) => FIELDS.every(field => known[field] === undefined || known[field] === ticket[field])
  const isDone = asked.status !== undefined && isAs(asked)
  // Nobody made anything of it: the customer wrote once more.
  const isBack = expected.status === 'closed' && ticket.status === 'pending' && ticket.userId === null
  if (isDone || isBack || isAs(expected)) return isDone && !isAs(expected)
  if (expected.userId !== undefined && expected.userId !== ticket.userId) await mustBeFree(ctx, ticket)
  throw new AppError('ERR_TICKET_CHANGED', 409)
}
const FIELDS = ['status', 'userId', 'queueId'] as const

/** Of two who accept at once, the second is told who was first. */
export async function mustBeFree(ctx: Ctx, ticket: AuthorizedTicket) {
  if (ticket.status !== 'open' || ticket.userId === null || ticket.userId === ctx.actor.userId) return
  const { id, name } = await users.get(ctx, ticket.userId)
  throw new AppError('ERR_TICKET_TAKEN', 409, { user: { id, name } })
}

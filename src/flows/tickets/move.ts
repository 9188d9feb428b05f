import { transaction, type Ctx } from '#kernel/context'
import { AppError, isUniqueViolation } from '#kernel/errors'
import { connections } from '#modules/connections'
import { queues } from '#modules/queues'
import { ticketBots } from '#modules/ticket-bots'
import { tickets, type AuthorizedTicket, type Ticket } from '#modules/tickets'
import { users } from '#modules/users'
import { otherOpen } from './conflict'

/** Another queue or connection, which most verbs may take along. */
export type Target = { queueId?: number | null; whatsappId?: number | null }
type Values = Partial<Omit<Ticket, 'id' | 'companyId' | 'contactId'>>

/** Whoever takes a ticket, ends it or lets it wait has it from then on, and no robot. */
const endsRobot = (values: Values) => values.status !== undefined || values.useIntegration === false

/** A ticket's owner must exist in the company and hold its queue. */
export async function mustHold(ctx: Ctx, userId: number, queueId: number | null) {
  if (ctx.actor.isVisitor && userId === ctx.actor.userId) throw new AppError('ERR_OPERATOR_SERVES_NOBODY', 403)
  const user = await users.get(ctx, userId)
  if (queueId && user.profile !== 'admin' && !user.queues.some(queue => queue.id === queueId))
    throw new AppError('ERR_USER_NOT_IN_QUEUE', 400)
}

/**
 * What the verbs that move a ticket have in common: references of the company's own, an owner who serves the queue, one active ticket a
 * contact and connection, and lists that hear where it went. `before` is the row as it stands in the open transaction.
 */
export const move = (ctx: Ctx, before: AuthorizedTicket, values: Values) =>
  transaction(ctx, async ctx => {
    const changes = defined(values)
    // Accepted or taken once more by whoever has it, as a client that lost the answer asks again.
    if (!Object.keys(changes).length) return before
    const { status, userId, queueId, whatsappId } = { ...before, ...changes }
    if (queueId && queueId !== before.queueId) await queues.mustOwn(ctx, [queueId])
    if (whatsappId && whatsappId !== before.whatsappId) await connections.load(ctx, whatsappId)
    const isSame = before.status === 'open' && userId === before.userId && queueId === before.queueId
    if (status === 'open' && userId && !isSame) await mustHold(ctx, userId, queueId)
    const after = await tickets.patch(ctx, before, changes).catch(async error => {
      throw isUniqueViolation(error) ? await otherOpen(ctx, before.contactId, whatsappId) : error
    })
    if (endsRobot(changes)) await ticketBots.end(ctx, [after.id])
    await tickets.announce(ctx, after, before)
    return after
  })

/**
 * Several in one statement, where no reference is new and no two can get into each other's way; what has ended is left out. `lost` are the
 * rooms of who lost the right to the lists they stood in before.
 */
export const moveAll = (ctx: Ctx, active: AuthorizedTicket[], values: Values, lost?: string[]) =>
  transaction(ctx, async ctx => {
    const before = new Map(active.map(ticket => [ticket.id, ticket]))
    const moved = await tickets.patchActive(ctx, active, values)
    if (endsRobot(values))
      await ticketBots.end(
        ctx,
        moved.map(ticket => ticket.id),
      )
    await tickets.announceAll(
      ctx,
      moved.map(ticket => ({ ticket, before: before.get(ticket.id) })),
      lost,
    )
    return moved
  })

const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> }

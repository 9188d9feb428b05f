import { transaction, type Ctx } from '#kernel/context'
import { NOT_HANDED_OVER, tickets, type AuthorizedTicket } from '#modules/tickets'
import { users } from '#modules/users'
import { move, moveAll, type Target } from './move'
import { handedOver } from './transfer'
import { tellTransfer } from './transfer-notice'

const WAITS = { status: 'pending', userId: null, closedAt: null, ...NOT_HANDED_OVER } as const

/**
 * A ticket waits again, with nobody, in its queue or in another, where it was transferred to: there for a person, whoever led it before. One
 * that only comes back is news to nobody.
 */
export const giveBack = (ctx: Ctx, ticket: AuthorizedTicket, { comesBack, ...to }: Target & { comesBack?: boolean | undefined } = {}) =>
  transaction(ctx, async ctx => {
    const before = await tickets.reload(ctx, ticket)
    const after = await move(ctx, before, { ...to, ...handedOver(ctx, before, to), ...WAITS })
    if (!comesBack) await tellTransfer(ctx, before, after)
    return after
  })

/** Some of what somebody has open in queues that are theirs no more waits there for others; who had it hears that it left the own list. */
export async function giveBackUnserved(ctx: Ctx, userId: number, limit: number) {
  if ((await users.byId(ctx.db, userId))?.profile === 'admin') return 0
  const served = (await users.queuesOf(ctx.db, [userId])).get(userId) ?? []
  const unserved = await tickets.openOf(
    ctx,
    userId,
    limit,
    served.map(({ id }) => id),
  )
  return (await moveAll(ctx, unserved, WAITS, [`user-${userId}`])).length
}

/** Some of what somebody who left has open waits for others. */
export const giveBackSome = async (ctx: Ctx, userId: number, limit: number) =>
  (await moveAll(ctx, await tickets.openOf(ctx, userId, limit), WAITS)).length

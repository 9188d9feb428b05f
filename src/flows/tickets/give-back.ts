import { transaction, type Ctx } from '#kernel/context'
import { tickets, type AuthorizedTicket } from '#modules/tickets'
import { move, moveAll, type Target } from './move'
import { tellTransfer } from './transfer-notice'

const WAITS = { status: 'pending', userId: null, closedAt: null, transferred: false } as const

/** A ticket waits again, with nobody, in its queue or in another, where it was transferred to. */
export const giveBack = (ctx: Ctx, ticket: AuthorizedTicket, to: Target = {}) =>
  transaction(ctx, async ctx => {
    const before = await tickets.reload(ctx, ticket)
    const after = await move(ctx, before, { ...to, ...WAITS })
    await tellTransfer(ctx, before, after)
    return after
  })

/** Some of what somebody who left has open waits for others. */
export const giveBackSome = async (ctx: Ctx, userId: number, limit: number) =>
  (await moveAll(ctx, await tickets.openOf(ctx, userId, limit), WAITS)).length

/** What somebody has open in queues but those that they serve waits there for others: its customers would write to nobody. */
export const giveBackUnserved = async (ctx: Ctx, userId: number, served: number[]) =>
  moveAll(ctx, await tickets.openBeside(ctx, userId, served), WAITS, [`user-${userId}`])

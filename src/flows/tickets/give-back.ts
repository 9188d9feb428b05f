import { transaction, type Ctx } from '#kernel/context'
import { tickets, type AuthorizedTicket } from '#modules/tickets'
import { move, moveAll, type Target } from './move'

const WAITS = { status: 'pending', userId: null, closedAt: null } as const

/** A ticket waits again, with nobody, in its queue or in another. */
export const giveBack = (ctx: Ctx, ticket: AuthorizedTicket, to: Target = {}) =>
  transaction(ctx, async ctx => move(ctx, await tickets.reload(ctx, ticket), { ...to, ...WAITS }))

/** Some of what somebody who left has open waits for others. */
export const giveBackSome = async (ctx: Ctx, userId: number, limit: number) =>
  (await moveAll(ctx, await tickets.openOf(ctx, userId, limit), WAITS)).length

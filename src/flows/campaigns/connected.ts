import { transaction, type Ctx } from '#kernel/context'
import { numbersConnected } from '../number-check/kind'
import { numberConnected } from './engine'

/** A connection is online: its campaigns go on, and numbers that waited for one are checked. */
export const campaignsConnected = (ctx: Ctx, connectionId: number) =>
  transaction(ctx, async ctx => {
    await numberConnected(ctx, connectionId)
    await numbersConnected(ctx)
  })

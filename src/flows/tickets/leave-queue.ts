import type { Ctx } from '#kernel/context'
import { tickets } from '#modules/tickets'
import { users } from '#modules/users'
import { moveAll } from './move'

/**
 * Some of what is open or waits in a queue that is gone stands in none from now on. Who held the queue follows its lists no more, and is
 * told in person that the ticket left them.
 */
export async function leaveQueueSome(ctx: Ctx, queueId: number, limit: number) {
  const active = await tickets.activeInQueue(ctx, queueId, limit)
  const holders = active.length ? await users.holding(ctx, queueId) : []
  const moved = await moveAll(
    ctx,
    active,
    { queueId: null },
    holders.map(id => `user-${id}`),
  )
  return moved.length
}

import type { Ctx } from '#kernel/context'
import { delivery, outbox } from '#modules/messages'
import { followCampaigns } from '../campaigns/follow'

/**
 * Some of what a deleted connection was still to tell is told by nobody: its messages have failed, which whoever wrote them sees. What was
 * written once may be with the network, and is not said again by another number.
 */
export async function abandonSome(ctx: Ctx, connectionId: number, limit: number): Promise<number> {
  const tasks = await outbox.someOf(ctx.db, connectionId, limit)
  for (const task of tasks) await delivery.giveUp(ctx, task, task.attempts ? 'no_answer' : 'connection_gone')
  await followCampaigns(
    ctx,
    tasks.flatMap(({ messageId }) => messageId ?? []),
  )
  return tasks.length
}

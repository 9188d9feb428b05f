import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { queueOptions } from '#modules/queue-options'
import { queues } from '#modules/queues'
import { purge, TOLD } from './purge'
import { leaveQueueSome } from './tickets/leave-queue'

/** Deletes a queue: gone for everybody at once. The tickets that were open or waited in it stand in none, the first with the answer. */
export const deleteQueue = (ctx: Ctx, queueId: number) =>
  transaction(ctx, async ctx => {
    await queues.remove(ctx, queueId)
    await queueOptions.removeAll(ctx, queueId)
    await leaveQueueSome(ctx, queueId, TOLD)
    await jobs.enqueue(ctx, purge, { queueId })
  })

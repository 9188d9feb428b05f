import type { Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { purge, TOLD } from './purge'
import { giveBackUnserved } from './tickets/give-back'

/**
 * Who serves a queue no more leaves what they have open in it to the others, the first with the answer: with that person nobody but
 * administrators would see it. Part of the transaction that takes the queue or the profile.
 */
export async function leaveQueues(ctx: Ctx, userId: number) {
  if ((await giveBackUnserved(ctx, userId, TOLD)) === TOLD) await jobs.enqueue(ctx, purge, { unservedBy: userId })
}

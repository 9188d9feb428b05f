import { afterWait } from '#kernel/context'
import { hashPassword } from '#kernel/http/passwords'
import { jobs } from '#kernel/jobs/jobs'
import { users, type UserJourneys } from '#modules/users'
import { purge, TOLD } from './purge'
import { giveBackUnserved } from './tickets/give-back'

/**
 * Changes a user. What was open with them in a queue that they serve no more waits there for others, the first with the answer: with that
 * person nobody but administrators would see it.
 */
export const changeUser: UserJourneys['change'] = async (ctx, id, { password, ...input }) => {
  const passwordHash = password ? await hashPassword(password) : undefined
  return afterWait(ctx, async ctx => {
    const user = await users.update(ctx, id, { ...input, passwordHash })
    const isMoved = Boolean(input.queueIds || input.profile)
    if (isMoved && (await giveBackUnserved(ctx, id, TOLD)) === TOLD) await jobs.enqueue(ctx, purge, { unservedBy: id })
    return user
  })
}

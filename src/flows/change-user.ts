import { transaction } from '#kernel/context'
import { hashPassword } from '#kernel/http/passwords'
import { users, type UserJourneys } from '#modules/users'
import { giveBackUnserved } from './tickets/give-back'

/** Changes a user. What was open with them in a queue that they serve no more waits there for others. */
export const changeUser: UserJourneys['change'] = async (ctx, id, { password, ...input }) => {
  const passwordHash = password ? await hashPassword(password) : undefined
  return transaction(ctx, async ctx => {
    const user = await users.update(ctx, id, { ...input, passwordHash })
    const served = user.queues.map(queue => queue.id)
    if (user.profile !== 'admin' && (input.queueIds || input.profile)) await giveBackUnserved(ctx, id, served)
    return user
  })
}

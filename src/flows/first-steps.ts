import type { Ctx } from '#kernel/context'
import { connections } from '#modules/connections'
import { queues } from '#modules/queues'
import { trackings } from '#modules/trackings'
import { users } from '#modules/users'

/** How far a company has come on its way to its first customer, as its rows say: nothing is ticked off by hand. */
export async function firstSteps(ctx: Ctx) {
  const lines = await connections.all(ctx)
  return {
    number: lines.some(({ number }) => number !== null),
    queue: (await queues.all(ctx)).length > 0,
    colleague: (await users.all(ctx)).length > 1,
    answered: await trackings.anyStarted(ctx),
  }
}
export type FirstSteps = Awaited<ReturnType<typeof firstSteps>>

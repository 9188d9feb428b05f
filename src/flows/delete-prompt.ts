import { transaction, type Ctx } from '#kernel/context'
import { connections } from '#modules/connections'
import { prompts } from '#modules/prompts'
import { queues } from '#modules/queues'

/** Deletes a prompt; the connections and queues that it answered for go on without one. */
export const deletePrompt = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    await prompts.remove(ctx, id)
    await connections.clearReferences(ctx, 'promptId', id)
    await queues.clearReferences(ctx, 'promptId', id)
  })

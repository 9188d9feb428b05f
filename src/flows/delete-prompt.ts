import { transaction, type Ctx } from '#kernel/context'
import { prompts } from '#modules/prompts'
import { queues } from '#modules/queues'

/** Deletes a prompt; the queues that it answered for go on without one. */
export const deletePrompt = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    await prompts.remove(ctx, id)
    await queues.letGo(ctx, 'promptId', id)
  })

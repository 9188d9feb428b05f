import { transaction, type Ctx } from '#kernel/context'
import { connections } from '#modules/connections'
import { integrations } from '#modules/integrations'
import { queues } from '#modules/queues'

/** Deletes an integration; the connections and queues that it answered for go on without one. */
export const deleteIntegration = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    await integrations.remove(ctx, id)
    await connections.clearReferences(ctx, 'integrationId', id)
    await queues.clearReferences(ctx, 'integrationId', id)
  })

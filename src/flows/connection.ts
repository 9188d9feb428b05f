import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { connections, type ConnectionJourneys } from '#modules/connections'
import { ticketTrash } from '#modules/tickets'
import { planAutoClose } from './auto-close'
import { purge } from './purge'
import { planTransfers } from './transfer-timer'

type Saved = Awaited<ReturnType<typeof connections.create>>

/** A connection is saved, and closes silent tickets and moves those that wait from then on as it says. */
const saving = (ctx: Ctx, save: (ctx: Ctx) => Promise<Saved>) =>
  transaction(ctx, async ctx => {
    const saved = await save(ctx)
    await planAutoClose(ctx, saved)
    await planTransfers(ctx, saved)
    return saved
  })

export const connectionJourneys: ConnectionJourneys = {
  create: (ctx, input) => saving(ctx, ctx => connections.create(ctx, input)),
  update: (ctx, id, input) => saving(ctx, ctx => connections.update(ctx, id, input)),
  /** Gone for everybody at once; its tickets and messages stay and forget it row by row. */
  remove: (ctx, connectionId) =>
    transaction(ctx, async ctx => {
      await connections.remove(ctx, connectionId)
      await ticketTrash.leaveConnection(ctx, connectionId)
      await jobs.enqueue(ctx, purge, { connectionId })
    }),
}

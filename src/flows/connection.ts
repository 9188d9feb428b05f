import { afterWait, transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { connections, type Channel, type ConnectionJourneys } from '#modules/connections'
import { scheduleMoves } from '#modules/schedules'
import { ticketTrash } from '#modules/tickets'
import { planAutoClose } from './auto-close'
import { numberConnected } from './campaigns/engine'
import { stopCampaignsOf } from './campaigns/verbs'
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
  update: (ctx, id, input) =>
    saving(ctx, async ctx => {
      const saved = await connections.update(ctx, id, input)
      if (input.ignoresHealth !== undefined || input.warmsUp !== undefined) await numberConnected(ctx, id)
      return saved
    }),
  /** Gone for everybody at once, after its log-out at the network; its tickets and messages stay and forget it row by row. */
  remove: (ctx, connectionId) =>
    afterWait(ctx, async ctx => {
      await stopCampaignsOf(ctx, connectionId)
      await connections.remove(ctx, connectionId)
      await scheduleMoves.leaveConnection(ctx, connectionId)
      await ticketTrash.leaveConnection(ctx, connectionId)
      await jobs.enqueue(ctx, purge, { connectionId })
    }),
}

/** Rolling restart of the sockets of a company: one number alone is away at a time. Idempotent while it goes on. */
export function restartFlow(channel: Pick<Channel, 'restart'>) {
  const restarting = new Set<number>()

  async function inTurn(companyId: number, ids: number[]) {
    // One that can not be restarted says so by its state, and holds up no other.
    for (const id of ids) await channel.restart(id).catch(() => {})
    restarting.delete(companyId)
  }
  return async (ctx: Ctx) => {
    const ids = (await connections.all(ctx)).map(({ id }) => id)
    if (restarting.has(ctx.companyId)) return
    restarting.add(ctx.companyId)
    void inTurn(ctx.companyId, ids)
  }
}

import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY, type Job } from '#kernel/jobs/kind'
import { connections, type Connection } from '#modules/connections'
import { ticketBots } from '#modules/ticket-bots'
import { tickets } from '#modules/tickets'
import { BATCH, DOUBT_MS, SWEEP } from './connection-sweep'
import { setBot } from './tickets/bot'
import { transfer } from './tickets/transfer'
import { HANDED_TO_AGENT } from './take-from-robot'

const transferTimer = jobKind<{ connectionId: number }>('transfer-timer', PRIORITY.background)

const MINUTE_MS = 60_000

type Options = { isClockSteady(): boolean }
type Timed = Pick<Connection, 'id' | 'transferQueueId' | 'timeToTransfer'>

/** One job for each connection that moves who chose no queue; part of the transaction that changes the connection. */
export const planTransfers = async (ctx: Ctx, { id, transferQueueId, timeToTransfer }: Timed) =>
  transferQueueId && timeToTransfer ? jobs.enqueue(ctx, transferTimer, { connectionId: id }, { key: String(id) }) : undefined

/** Puts conversations that have waited in no queue for the connection's minutes into its queue, where people see them. However late: it runs. */
export const transferTimerFlow = ({ isClockSteady }: Options): Job =>
  transferTimer.handledBy({
    ...SWEEP,
    async run(ctx, { connectionId }) {
      const connection = await connections.findAcrossTenants(ctx.db, connectionId)
      const { transferQueueId: queueId, timeToTransfer } = connection ?? {}
      if (!queueId || !timeToTransfer) return
      if (!isClockSteady()) return { notYet: DOUBT_MS }
      const wait = timeToTransfer * MINUTE_MS
      const since = new Date(Date.now() - wait)
      const waiting = await tickets.unqueuedSince(ctx, connectionId, since, BATCH)
      for (const { id } of waiting)
        await transaction(ctx, async ctx => {
          const [still] = await tickets.unqueuedSince(ctx, connectionId, since, 1, id)
          if (!still) return
          const { holder } = await ticketBots.of(ctx, id)
          await setBot(ctx, await transfer(ctx, still, { queueId }), HANDED_TO_AGENT)
          // No person ended that: what a machine had to say is said.
          if (holder !== 'nobody') await ticketBots.save(ctx, { ...(await ticketBots.of(ctx, id)), reason: 'waits' })
        })
      if (waiting.length === BATCH) return { again: 0 }
      const [oldest] = await tickets.unqueuedSince(ctx, connectionId, new Date(), 1)
      return { again: Math.max(1_000, (oldest?.waitingSince?.getTime() ?? Date.now()) + wait - Date.now()) }
    },
  })

import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY, type Job } from '#kernel/jobs/kind'
import { connections, type Connection } from '#modules/connections'
import { tickets } from '#modules/tickets'
import { BATCH, DOUBT_MS, SWEEP } from './connection-sweep'
import { say } from './say'
import { close } from './tickets/close'

const autoClose = jobKind<{ connectionId: number }>('auto-close', PRIORITY.background)

const HOUR = 3600_000

type Options = { isClockSteady(): boolean }

/** One job for each connection that closes silent tickets; part of the transaction that changes the connection. */
export const planAutoClose = async (ctx: Ctx, { id, expiresTicket }: Pick<Connection, 'id' | 'expiresTicket'>) =>
  expiresTicket ? jobs.enqueue(ctx, autoClose, { connectionId: id }, { key: String(id) }) : undefined

/** Closes what the company answered and the customer left silent for the connection's hours, with its farewell when it has one. */
export const autoCloseFlow = ({ isClockSteady }: Options): Job =>
  autoClose.handledBy({
    ...SWEEP,
    async run(ctx, { connectionId }) {
      const connection = await connections.findAcrossTenants(ctx.db, connectionId)
      if (!connection?.expiresTicket) return
      if (!isClockSteady()) return { notYet: DOUBT_MS }
      const silence = connection.expiresTicket * HOUR
      const since = new Date(Date.now() - silence)
      const silent = await tickets.silentSince(ctx, connectionId, since, BATCH)
      for (const ticket of silent)
        await transaction(ctx, async ctx => {
          const still = await tickets.stillSilent(ctx, ticket, since)
          if (!still) return
          await close(ctx, [still])
          if (connection.expiresInactiveMessage) await say(ctx, still, { text: connection.expiresInactiveMessage })
        })
      if (silent.length === BATCH) return { again: 0 }
      // What is touched from now on is due a whole silence later: nothing has to be looked for before the oldest of today.
      const [oldest] = await tickets.silentSince(ctx, connectionId, new Date(), 1)
      return { again: Math.max(1_000, (oldest?.updatedAt.getTime() ?? Date.now()) + silence - Date.now()) }
    },
  })

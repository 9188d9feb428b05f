import { transaction } from '#kernel/context'
import type { Job } from '#kernel/jobs/kind'
import { connections, type Channel } from '#modules/connections'
import { numbersOfContacts } from './contacts'
import { numberCheck, PAUSE_MS } from './kind'
import { numbersOfList } from './list'

/** Numbers of one question. */
const BATCH = 30
const MINUTE_MS = 60_000
/** While no connection is online; one that comes back has it run at once. */
const OFFLINE_MS = 5 * MINUTE_MS

/**
 * Asks the network which numbers have an account, some at a time. What was answered is a row, so that a process that ends goes on where it
 * was. Who is known to be there is not asked about.
 */
export const numberCheckFlow = (channel: Pick<Channel, 'isOpen' | 'lookup'>): Job =>
  numberCheck.handledBy({
    maxAttempts: Infinity,
    backoff: attempts => Math.min(10, attempts) * MINUTE_MS,
    budgetMs: MINUTE_MS,
    leaseMs: 2 * MINUTE_MS,
    atOnce: 4,
    late: 'run',
    async run(ctx, check) {
      const numbers = 'listId' in check ? numbersOfList(check.listId) : numbersOfContacts
      const batch = await numbers.next(ctx, BATCH)
      if (!batch?.length) return
      const asked = batch.filter(({ lid }) => lid === null)
      const online = asked.length ? (await connections.all(ctx)).find(one => channel.isOpen(one.id)) : undefined
      if (asked.length && !online) return { notYet: OFFLINE_MS }
      const found = online
        ? await channel.lookup(
            online.id,
            asked.map(({ number }) => number),
          )
        : []
      const byNumber = new Map(found.map(one => [one.asked, one]))
      await transaction(ctx, ctx =>
        numbers.store(
          ctx,
          batch.map(one => ({ one, answer: one.lid === null ? byNumber.get(one.number) : { pn: one.number, lid: one.lid } })),
        ),
      )
      return { again: asked.length ? PAUSE_MS : 0 }
    },
  })

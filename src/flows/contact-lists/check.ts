import { transaction, type Ctx } from '#kernel/context'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, PRIORITY, type Job } from '#kernel/jobs/kind'
import { connections, type Channel } from '#modules/connections'
import { people } from '#modules/contact-list-items'
import { contactLists } from '#modules/contact-lists'
import { tellItems } from './told'

const numberCheck = jobKind<{ listId: number }>('number-check', PRIORITY.background)

/** Numbers of one question, and the pause after it: a number that asks for thousands at once looks like a machine. */
const BATCH = 30
const PAUSE_MS = 8_000
const MINUTE_MS = 60_000
/** While no connection is online; one that comes back has it run at once. */
const OFFLINE_MS = 5 * MINUTE_MS

/** Has the numbers of a list checked; part of the caller's transaction. Lists of one company are checked one after the other. */
export const checkNumbers = (ctx: Ctx, listId: number) =>
  jobs.enqueue(ctx, numberCheck, { listId }, { key: String(listId), lane: 'number-check' })

/** A connection is online: what waited for one goes on. */
export const numbersConnected = (ctx: Ctx) => jobs.hasten(ctx, numberCheck, '')

/** Asks once more about those who were said to have no account. */
export const recheckNumbers = (ctx: Ctx, listId: number) =>
  transaction(ctx, async ctx => {
    await contactLists.load(ctx, listId)
    await people.recheck(ctx, listId)
    await checkNumbers(ctx, listId)
    await tellItems(ctx, listId)
    return contactLists.get(ctx, listId)
  })

/**
 * Asks the network which numbers of a list have an account, some at a time. What was answered is a row, so that a process that ends goes
 * on where it was. Whom a contact of the company tells to be there is not asked about.
 */
export const numberCheckFlow = (channel: () => Pick<Channel, 'isOpen' | 'lookup'>): Job =>
  numberCheck.handledBy({
    maxAttempts: Infinity,
    backoff: attempts => Math.min(10, attempts) * MINUTE_MS,
    budgetMs: MINUTE_MS,
    leaseMs: 2 * MINUTE_MS,
    atOnce: 4,
    late: 'run',
    async run(ctx, { listId }) {
      if (!(await contactLists.find(ctx, listId))) return
      const batch = await people.unchecked(ctx, listId, BATCH)
      if (!batch.length) return
      const asked = batch.filter(({ lid }) => lid === null)
      const online = asked.length ? (await connections.all(ctx)).find(one => channel().isOpen(one.id)) : undefined
      if (asked.length && !online) return { notYet: OFFLINE_MS }
      const found = online
        ? await channel().lookup(
            online.id,
            asked.map(({ number }) => number),
          )
        : []
      const byNumber = new Map(found.map(one => [one.asked, one]))
      await transaction(ctx, async ctx => {
        for (const { id, number, lid } of batch) await people.checked(ctx, id, lid === null ? byNumber.get(number) : { pn: number, lid })
        await tellItems(ctx, listId)
      })
      return { again: asked.length ? PAUSE_MS : 0 }
    },
  })

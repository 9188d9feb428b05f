import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { jobs } from '#kernel/jobs/jobs'
import { jobKind, type Job } from '#kernel/jobs/kind'
import { tickets, type AuthorizedTicket } from '#modules/tickets'
import { mustBeRead, type Seen } from './must-be-read'

const snoozed = jobKind<{ ticketId: number }>('snooze')

/** A ticket sleeps until a moment or, without one, until the customer writes, which wakes it before any moment. */
export const snooze = (ctx: Ctx, ticket: AuthorizedTicket, until: Date | null, seen: Seen = {}) =>
  transaction(ctx, async ctx => {
    // Asked again where it stands now: handed on a moment ago, it would sleep on a colleague's desk.
    const before = await tickets.load(ctx, ticket.id)
    if (before.status === 'closed') throw new AppError('ERR_TICKET_CLOSED', 400)
    await mustBeRead(ctx, before, seen)
    const after = await tickets.sleep(ctx, before, until)
    if (until) await jobs.enqueue(ctx, snoozed, { ticketId: after.id }, { key: String(after.id), at: until })
    await tickets.announce(ctx, after)
    return after
  })

/** Somebody takes the snooze back. */
export const wake = (ctx: Ctx, ticket: AuthorizedTicket) =>
  transaction(ctx, async ctx => {
    const before = await tickets.load(ctx, ticket.id)
    if (!before.snoozedAt) return before
    const after = await tickets.wake(ctx, before, null)
    await jobs.cancel(ctx, snoozed, String(after.id))
    await tickets.announce(ctx, after)
    return after
  })

const BUDGET_MS = 10_000

/** Brings a ticket back when its time has come, however late the process is; one that woke meanwhile is left alone. */
export const snoozeFlow = (): Job =>
  snoozed.handledBy({
    maxAttempts: 20,
    backoff: attempts => Math.min(60_000, 1_000 * 2 ** (attempts - 1)),
    budgetMs: BUDGET_MS,
    leaseMs: 3 * BUDGET_MS,
    atOnce: 4,
    late: 'run',
    run: (ctx, { ticketId }) =>
      transaction(ctx, async ctx => {
        const found = await tickets.asleep(ctx, ticketId)
        if (!found) return
        // It was put off once more.
        const ahead = found.until.getTime() - Date.now()
        if (ahead > 0) return { again: ahead }
        await tickets.announce(ctx, await tickets.wake(ctx, found.ticket, 'due'))
      }),
  })

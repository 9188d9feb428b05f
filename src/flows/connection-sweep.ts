import type { Policy } from '#kernel/jobs/kind'

const MINUTE_MS = 60_000

/** While the clock may be wrong, nothing is done to a ticket for its age; looked at again so much later. */
export const DOUBT_MS = 5 * MINUTE_MS
/** Batch size, in tickets of one run; the rest have their turn at once. */
export const BATCH = 100

/** How a job runs that looks after the tickets of a connection for as long as the connection wants it: it is never given up, however late. */
export const SWEEP = {
  maxAttempts: Infinity,
  backoff: attempts => Math.min(10, attempts) * MINUTE_MS,
  budgetMs: MINUTE_MS,
  leaseMs: 2 * MINUTE_MS,
  atOnce: 4,
  late: 'run',
} as const satisfies Omit<Policy<object>, 'run'>

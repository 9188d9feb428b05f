import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '../storage/columns'

/** Work that must survive the process. A job that succeeded is gone; one that failed for good stays to be seen. */
export const jobs = sqliteTable(
  'jobs',
  {
    /** Never used again: what a job did may be named after it. */
    id: integer().primaryKey({ autoIncrement: true }),
    companyId: integer().notNull(),
    kind: text().notNull(),
    /** Jobs of one lane run strictly in order: the first holds the lane until it is gone, the others are `blocked`. */
    lane: text(),
    /** Idempotency: an open job of the same kind and key is one job. */
    key: text(),
    payload: text({ mode: 'json' }).$type<object>().notNull(),
    /** The lower, the sooner. */
    priority: integer().notNull(),
    dueAt: integer({ mode: 'timestamp_ms' }).notNull(),
    /** The delay that `dueAt` came of, to make it anew when the clock was put back; null for a time of the calendar. */
    delayMs: integer(),
    state: text({ enum: ['scheduled', 'blocked', 'waiting', 'running', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    leaseOwner: text(),
    leaseUntil: integer({ mode: 'timestamp_ms' }),
    ...timestamps,
  },
  t => [
    index('jobs_ready').on(t.state, t.kind, t.companyId, t.priority, t.dueAt),
    index('jobs_due').on(t.state, t.dueAt),
    index('jobs_lane')
      .on(t.companyId, t.lane, t.id)
      .where(sql`lane is not null`),
    uniqueIndex('jobs_head_of_lane')
      .on(t.companyId, t.lane)
      .where(sql`lane is not null and state in ('scheduled', 'waiting', 'running')`),
    uniqueIndex('jobs_key')
      .on(t.kind, t.companyId, t.key)
      .where(sql`key is not null and state <> 'failed'`),
  ],
)
export type JobRow = typeof jobs.$inferSelect

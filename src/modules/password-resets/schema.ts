import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { users } from '../users/schema'

/** At most one for each person: what is asked for again takes the place of what was. A used one is gone. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    id: integer().primaryKey(),
    userId: integer()
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The job that made it, which makes no second one when it runs again. */
    jobId: integer().notNull(),
    tokenHash: text().notNull(),
    /** The token itself, for operators to hand over, where no mail can carry it. */
    sealedToken: text(),
    expiresAt: integer({ mode: 'timestamp_ms' }).notNull(),
    ...timestamps,
  },
  t => [index('password_resets_expiry').on(t.expiresAt)],
)

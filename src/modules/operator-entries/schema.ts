import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { users } from '../users/schema'

/** Who entered a company, when and why: what is written of it outlives both, by their names. */
export const operatorEntries = sqliteTable(
  'operator_entries',
  {
    id: integer().primaryKey(),
    companyId: integer().references(() => companies.id, { onDelete: 'set null' }),
    companyName: text().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    operatorName: text().notNull(),
    reason: text().notNull(),
    /** The session that is in there. */
    sessionId: text().notNull(),
    endsAt: integer({ mode: 'timestamp_ms' }).notNull(),
    /** Earlier than it had to be. */
    leftAt: integer({ mode: 'timestamp_ms' }),
    ...timestamps,
  },
  t => [
    index('operator_entries_company').on(t.companyId, t.id),
    index('operator_entries_user').on(t.userId),
    index('operator_entries_session').on(t.sessionId),
  ],
)

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { users } from '../users/schema'

/** One row a login. The refresh token changes with every use; the one before it is kept to notice reuse. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The user's tokenVersion at login; a session of an older one is over. */
    tokenVersion: integer().notNull(),
    refreshHash: text().notNull(),
    previousHash: text(),
    rotatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
    expiresAt: integer({ mode: 'timestamp_ms' }).notNull(),
    /** As the browser named itself at the sign-in, for people to know their own sessions apart. */
    userAgent: text().notNull().default(''),
    /** The company that an operator entered, as an administrator of it until the session expires, and the session that goes on then. */
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    parentId: text(),
    ...timestamps,
  },
  t => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

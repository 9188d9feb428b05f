import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { connections } from '../connections/schema'

/** What a program asked to be sent under an idempotency key of its own: asked again, it gets the same answer. */
export const sends = sqliteTable(
  'sends',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    connectionId: integer()
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** Of all that was asked for, so that another request under the same key is told from the same one. */
    digest: text().notNull(),
    ticketId: integer().notNull(),
    /** The uids of its messages. */
    messages: text({ mode: 'json' }).$type<string[]>().notNull(),
    ...timestamps,
  },
  t => [uniqueIndex('sends_key').on(t.connectionId, t.key), index('sends_age').on(t.connectionId, t.createdAt)],
)

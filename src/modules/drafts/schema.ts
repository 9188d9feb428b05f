import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { tickets } from '../tickets/schema'
import { users } from '../users/schema'

/** What a person began to write in a ticket and has not sent. It goes with the ticket and with the person. */
export const ticketDrafts = sqliteTable(
  'ticket_drafts',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ticketId: integer()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    note: text().notNull(),
    /** A moment in milliseconds at first; rises with every change, also where nothing is left of it: a window tells by it what is older. */
    version: integer().notNull(),
    updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
  },
  t => [primaryKey({ columns: [t.userId, t.ticketId] }), index('ticket_drafts_ticket').on(t.ticketId)],
)

import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { contacts } from '../contacts/schema'
import { tickets } from '../tickets/schema'
import { users } from '../users/schema'

/** A note outlives its ticket and its author, and goes with its contact. */
export const ticketNotes = sqliteTable(
  'ticket_notes',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    contactId: integer()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    ticketId: integer().references(() => tickets.id, { onDelete: 'set null' }),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    note: text().notNull(),
    clientId: text(),
    ...timestamps,
  },
  t => [
    index('ticket_notes_company').on(t.companyId, t.id),
    index('ticket_notes_contact').on(t.contactId, t.id),
    uniqueIndex('ticket_notes_once').on(t.ticketId, t.userId, t.clientId),
    index('ticket_notes_user').on(t.userId),
  ],
)

/** A colleague who is named in a note: a row until they have seen it. */
export const noteMentions = sqliteTable(
  'note_mentions',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    noteId: integer()
      .notNull()
      .references(() => ticketNotes.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer({ mode: 'timestamp_ms' })
      .notNull()
      .$defaultFn(() => new Date()),
  },
  t => [
    uniqueIndex('note_mentions_once').on(t.noteId, t.userId),
    index('note_mentions_user').on(t.userId, t.id),
    index('note_mentions_company').on(t.companyId),
  ],
)

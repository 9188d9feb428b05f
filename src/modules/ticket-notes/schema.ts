import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
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
    ...timestamps,
  },
  t => [
    index('ticket_notes_company').on(t.companyId, t.id),
    index('ticket_notes_contact').on(t.contactId, t.id),
    index('ticket_notes_ticket').on(t.ticketId),
    index('ticket_notes_user').on(t.userId),
  ],
)

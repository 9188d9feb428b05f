import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { companies } from '../companies/schema'
import { tickets } from '../tickets/schema'
import { users } from '../users/schema'

const moment = () => integer({ mode: 'timestamp_ms' })

/** One opening of a ticket, from its first message or its reopening until it is closed: what the figures are made of. */
export const ticketTrackings = sqliteTable(
  'ticket_trackings',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    ticketId: integer()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** The ticket's, so that an index counts them alone. */
    contactId: integer().notNull(),
    /** Who has the ticket, or had it last. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment().notNull(),
    /** Since when it waits, or waited, for somebody. */
    queuedAt: moment(),
    /** When the person who has it began. */
    startedAt: moment(),
    /** When the customer was asked for a rating: the conversation was over by then. */
    ratingAt: moment(),
    finishedAt: moment(),
    /** From 1 to 3; none when the customer gave none. */
    rating: integer(),
  },
  t => [
    uniqueIndex('ticket_trackings_one_unfinished')
      .on(t.ticketId)
      .where(sql`finished_at is null`),
    index('ticket_trackings_ticket').on(t.ticketId),
    // The figures are read from these alone.
    index('ticket_trackings_company_user').on(
      t.companyId,
      t.userId,
      t.createdAt,
      t.queuedAt,
      t.startedAt,
      t.ratingAt,
      t.finishedAt,
      t.rating,
    ),
    index('ticket_trackings_company_created').on(t.companyId, t.createdAt),
    index('ticket_trackings_company_contact').on(t.companyId, t.contactId, t.createdAt),
    index('ticket_trackings_user').on(t.userId),
  ],
)

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { companies } from '../companies/schema'
import { tickets } from '../tickets/schema'

const KINDS = ['accepted', 'taken', 'returned', 'transferred', 'resolved', 'reopened', 'tagged', 'untagged', 'rated'] as const

/** What was done with a ticket, by whom and when, under the names of then; goes with its ticket. */
export const ticketActivities = sqliteTable(
  'ticket_activities',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    ticketId: integer()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    kind: text({ enum: KINDS }).notNull(),
    /** Who did it; none where a rule or a robot did, or the customer by writing. */
    userName: text(),
    /** To whom it went, into which queue, which tags it got or lost, how the customer rated it. */
    about: text({ mode: 'json' }).$type<{ user?: string; queue?: string; tags?: string[]; rating?: 1 | 2 | 3 }>().notNull(),
    createdAt: integer({ mode: 'timestamp_ms' })
      .notNull()
      .$defaultFn(() => new Date()),
  },
  t => [index('ticket_activities_ticket').on(t.ticketId, t.createdAt, t.id), index('ticket_activities_company').on(t.companyId)],
)

import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'

export const contactLists = sqliteTable(
  'contact_lists',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Where its people come from: a spreadsheet or somebody's hand, a tag, a filter of contacts, a campaign; and how that was called. */
    source: text({ enum: ['hand', 'tag', 'filter', 'campaign'] })
      .notNull()
      .default('hand'),
    sourceName: text().notNull().default(''),
    /** The last of its source who was looked at, and whether that was the end of it: people come in pieces. */
    filledTo: integer().notNull().default(0),
    isFilled: integer({ mode: 'boolean' }).notNull().default(true),
    /** How many people its source had when they began to come; null where it has none, and before they were counted. */
    sourceCount: integer(),
    /** Nobody is asked about its numbers until somebody goes on with it. */
    isCheckStopped: integer({ mode: 'boolean' }).notNull().default(false),
    ...timestamps,
  },
  t => [index('contact_lists_company').on(t.companyId, sql`sort_name`, t.id)],
)

import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { contacts } from '../contacts/schema'
import { tickets } from '../tickets/schema'
import { DEFAULT_COLOR } from './body'

export const tags = sqliteTable(
  'tags',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    color: text().notNull().default(DEFAULT_COLOR),
    /** A lane of the board. */
    kanban: integer().notNull().default(0),
    /** Its place among the lanes; without one it stands behind them, in the order of making. */
    position: integer(),
    ...timestamps,
  },
  t => [uniqueIndex('tags_company_name').on(t.companyId, t.name)],
)

export const ticketTags = sqliteTable(
  'ticket_tags',
  {
    ticketId: integer()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    tagId: integer()
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
    ...timestamps,
  },
  t => [primaryKey({ columns: [t.ticketId, t.tagId] }), index('ticket_tags_tag').on(t.tagId)],
)

/** What a contact is called by itself, beside the tags of its tickets. */
export const contactTags = sqliteTable(
  'contact_tags',
  {
    contactId: integer()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    tagId: integer()
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
    ...timestamps,
  },
  t => [primaryKey({ columns: [t.contactId, t.tagId] }), index('contact_tags_tag').on(t.tagId)],
)

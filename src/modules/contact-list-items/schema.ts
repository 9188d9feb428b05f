import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { contactLists } from '../contact-lists/schema'

export const contactListItems = sqliteTable(
  'contact_list_items',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    contactListId: integer()
      .notNull()
      .references(() => contactLists.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Digits; '' where there is none. */
    number: text().notNull().default(''),
    /** The number without what makes two spellings of it: a person is in a list once. */
    phoneKey: text(),
    lid: text(),
    email: text().notNull().default(''),
    /** Whether somebody uses WhatsApp under the number; null until it was checked. */
    isWhatsappValid: integer({ mode: 'boolean' }),
    checkedAt: integer({ mode: 'timestamp_ms' }),
    ...timestamps,
  },
  t => [
    uniqueIndex('contact_list_items_person')
      .on(t.contactListId, t.phoneKey)
      .where(sql`phone_key is not null`),
    index('contact_list_items_name').on(t.companyId, t.contactListId, sql`sort_name`, t.id),
    // Campaigns go through a list by the ids of its people.
    index('contact_list_items_list').on(t.contactListId, t.id),
    // The counts of a list, and what of it is still to be checked.
    index('contact_list_items_state').on(t.contactListId, t.isWhatsappValid, t.id),
  ],
)

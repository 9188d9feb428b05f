import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { connections } from '../connections/schema'

export const contacts = sqliteTable(
  'contacts',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** A person chose the name, so the network's may not replace it. */
    named: integer({ mode: 'boolean' }).notNull().default(false),
    /** Digits as the network writes them; of a group, the digits of its jid. */
    number: text(),
    /** The number without what makes two spellings of it: see phone.ts. */
    phoneKey: text(),
    lid: text(),
    email: text().notNull().default(''),
    picture: text(),
    pictureAt: integer({ mode: 'timestamp_ms' }),
    isGroup: integer({ mode: 'boolean' }).notNull().default(false),
    active: integer({ mode: 'boolean' }).notNull().default(true),
    disableBot: integer({ mode: 'boolean' }).notNull().default(false),
    whatsappId: integer(),
    /** Whether somebody uses WhatsApp under the number, as far as the network was asked; whoever has a lid does anyway. */
    isWhatsappValid: integer({ mode: 'boolean' }),
    checkedAt: integer({ mode: 'timestamp_ms' }),
    ...timestamps,
  },
  t => [
    uniqueIndex('contacts_phone')
      .on(t.companyId, t.phoneKey)
      .where(sql`phone_key is not null`),
    uniqueIndex('contacts_lid')
      .on(t.companyId, t.lid)
      .where(sql`lid is not null`),
    index('contacts_company_name').on(t.companyId, sql`sort_name`, t.id),
    // What two rows of one person may have in common: duplicates.ts.
    index('contacts_email')
      .on(t.companyId, sql`lower(email)`, t.id)
      .where(sql`email <> ''`),
    index('contacts_last_digits')
      .on(t.companyId, sql`number % 100000000`, t.id)
      .where(sql`number is not null and is_group = 0`),
    // Whose number is still to be checked, and who has no account under it: flows/number-check.
    index('contacts_unchecked')
      .on(t.companyId, t.isWhatsappValid, t.id)
      .where(sql`lid is null and number is not null and is_group = 0`),
    // Who else names a picture that is to go.
    index('contacts_picture')
      .on(t.picture)
      .where(sql`picture is not null`),
  ],
)

export const contactFields = sqliteTable(
  'contact_fields',
  {
    id: integer().primaryKey(),
    contactId: integer()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    value: text().notNull(),
    ...timestamps,
  },
  t => [index('contact_fields_contact').on(t.contactId)],
)

/** What a merge of two rows of one person moved, so that it can be taken back. */
export const contactMerges = sqliteTable(
  'contact_merges',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    keptId: integer()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    /** The row that went, and what hung on it. */
    absorbed: text({ mode: 'json' }).$type<unknown>().notNull(),
    moved: text({ mode: 'json' }).$type<unknown>().notNull(),
    ...timestamps,
  },
  t => [index('contact_merges_kept').on(t.keptId), index('contact_merges_company').on(t.companyId, t.id)],
)

/** Whom the phone of a connection has in its address book, as its account told. No contacts yet: somebody has to want that. */
export const phoneBook = sqliteTable(
  'phone_book',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    connectionId: integer()
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    /** The number, or the linked id of whom it has none. */
    person: text().notNull(),
    pn: text(),
    lid: text(),
    name: text().notNull(),
    ...timestamps,
  },
  t => [uniqueIndex('phone_book_person').on(t.connectionId, t.person), index('phone_book_company').on(t.companyId, t.id)],
)

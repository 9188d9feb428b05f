import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { contacts } from '../contacts/schema'

const flag = () => integer({ mode: 'boolean' }).notNull().default(true)
const companyId = () =>
  integer()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })

/** Where a company wants to be told of what happens. */
export const eventWebhooks = sqliteTable(
  'event_webhooks',
  {
    id: integer().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    url: text().notNull(),
    /** Sealed. */
    secret: text().notNull(),
    tickets: flag(),
    messages: flag(),
    contacts: flag(),
    ratings: flag(),
    enabled: flag(),
    /** Since when every call has failed. */
    failingSince: integer({ mode: 'timestamp_ms' }),
    /** The end of the backoff after a failure, however much happens meanwhile. */
    retryAt: integer({ mode: 'timestamp_ms' }),
    /** Why the last call failed, and why it was turned off. */
    lastError: text(),
    /** It failed for so long that it was turned off. */
    gaveUp: integer({ mode: 'boolean' }).notNull().default(false),
    ...timestamps,
  },
  t => [uniqueIndex('event_webhooks_name').on(t.companyId, t.name)],
)

/** What happened, as it was then; a row of the transaction that made it so. */
export const events = sqliteTable(
  'events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    companyId: companyId(),
    type: text().notNull(),
    data: text({ mode: 'json' }).$type<object>().notNull(),
    /** Whom it is about: it goes with them. */
    contactId: integer().references(() => contacts.id, { onDelete: 'cascade' }),
    createdAt: integer({ mode: 'timestamp_ms' })
      .notNull()
      .$defaultFn(() => new Date()),
  },
  t => [index('events_company').on(t.companyId, t.id), index('events_contact').on(t.contactId), index('events_created').on(t.createdAt)],
)

const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const

/** One event on its way to one webhook. */
export const eventDeliveries = sqliteTable(
  'event_deliveries',
  {
    id: integer().primaryKey(),
    companyId: companyId(),
    webhookId: integer()
      .notNull()
      .references(() => eventWebhooks.id, { onDelete: 'cascade' }),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    state: text({ enum: DELIVERY_STATES }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** HTTP 200, or why it failed. */
    outcome: text(),
    ms: integer(),
    ...timestamps,
  },
  t => [
    index('event_deliveries_log').on(t.webhookId, t.id),
    index('event_deliveries_open')
      .on(t.webhookId, t.state, t.id)
      .where(sql`state <> 'delivered'`),
    index('event_deliveries_event').on(t.eventId),
  ],
)

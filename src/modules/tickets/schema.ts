import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { lastingId, retired, timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { connections } from '../connections/schema'
import { contacts } from '../contacts/schema'
import { queues } from '../queues/schema'
import { users } from '../users/schema'

/** Clients keep rows by number, so no number is given twice. */
export const retiredTickets = retired('tickets')

export const tickets = sqliteTable(
  'tickets',
  {
    id: lastingId('tickets'),
    uuid: text()
      .notNull()
      .$defaultFn(() => crypto.randomUUID()),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    contactId: integer()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    whatsappId: integer().references(() => connections.id, { onDelete: 'set null' }),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    queueId: integer().references(() => queues.id, { onDelete: 'set null' }),
    status: text({ enum: ['open', 'pending', 'closed'] }).notNull(),
    unreadMessages: integer().notNull().default(0),
    lastMessage: text().notNull().default(''),
    /** The newest message is the company's. */
    fromMe: integer({ mode: 'boolean' }).notNull().default(false),
    /** When the customer wrote the first message that nobody of the company has answered. */
    waitingSince: integer({ mode: 'timestamp_ms' }),
    /** A colleague handed it to its owner, who has not opened it yet. */
    transferred: integer({ mode: 'boolean' }).notNull().default(false),
    /** Who did so, also once it was opened; nobody where a robot or a rule did, or its owner took it. */
    transferredBy: integer().references(() => users.id, { onDelete: 'set null' }),
    /** It sleeps since then, until a moment or, without one, until the customer writes; no list has it but that of those that sleep. */
    snoozedAt: integer({ mode: 'timestamp_ms' }),
    snoozedUntil: integer({ mode: 'timestamp_ms' }),
    /** What woke it, until somebody opens, answers or moves it. */
    returnedBy: text({ enum: ['due', 'message'] }),
    isGroup: integer({ mode: 'boolean' }).notNull().default(false),
    chatbot: integer({ mode: 'boolean' }).notNull().default(false),
    queueOptionId: integer(),
    useIntegration: integer({ mode: 'boolean' }).notNull().default(false),
    integrationId: integer(),
    promptId: integer(),
    // These two are shown because the contract has them; the session of a flow itself is in the memory of its plugin.
    typebotSessionId: text(),
    typebotStatus: integer({ mode: 'boolean' }).notNull().default(false),
    amountUsedBotQueues: integer().notNull().default(0),
    closedAt: integer({ mode: 'timestamp_ms' }),
    ...timestamps,
  },
  t => [
    uniqueIndex('tickets_uuid').on(t.uuid),
    uniqueIndex('tickets_one_active')
      .on(t.companyId, t.contactId, t.whatsappId)
      .where(sql`status <> 'closed'`),
    // Who may see a ticket is told by the index alone.
    index('tickets_company_status').on(t.companyId, t.status, t.updatedAt, t.id, t.queueId, t.userId, t.snoozedAt),
    index('tickets_waiting').on(t.companyId, t.status, sql`waiting_since is null`, t.waitingSince, t.id, t.queueId, t.userId, t.snoozedAt),
    index('tickets_snoozed')
      .on(t.companyId, sql`snoozed_until is null`, t.snoozedUntil, t.id)
      .where(sql`snoozed_at is not null`),
    index('tickets_company_updated').on(t.companyId, t.updatedAt),
    // What a report asks for and is sorted by.
    index('tickets_created').on(t.companyId, t.createdAt, t.status, t.isGroup, t.userId, t.queueId, t.whatsappId, t.contactId),
    index('tickets_user').on(t.userId, t.status, t.updatedAt),
    index('tickets_queue').on(t.queueId),
    index('tickets_transferred_by')
      .on(t.transferredBy)
      .where(sql`transferred_by is not null`),
    index('tickets_contact').on(t.contactId, t.id),
    index('tickets_silent').on(t.whatsappId, t.status, t.updatedAt),
  ],
)

/** What a person keeps on top of their lists. */
export const ticketPins = sqliteTable(
  'ticket_pins',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ticketId: integer()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
  },
  t => [primaryKey({ columns: [t.userId, t.ticketId] }), index('ticket_pins_ticket').on(t.ticketId)],
)

import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { queues } from '../queues/schema'
import { DISCONNECT_REASONS } from './channel'

export const connections = sqliteTable(
  'connections',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    status: text({ enum: ['CONNECTED', 'qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'] })
      .notNull()
      .default('DISCONNECTED'),
    /** Why it is down; null while it is not. */
    reason: text({ enum: DISCONNECT_REASONS }),
    qrcode: text().notNull().default(''),
    pairingCode: text(),
    retries: integer().notNull().default(0),
    number: text(),
    /** When this number was linked here for the first time. */
    linkedAt: integer({ mode: 'timestamp_ms' }),
    /** Campaigns begin few conversations a day at first, because the number is new to WhatsApp too: only its owner knows. */
    warmsUp: integer({ mode: 'boolean' }).notNull().default(false),
    /** Campaigns do as they like with the number, however it fares. */
    ignoresHealth: integer({ mode: 'boolean' }).notNull().default(false),
    isDefault: integer({ mode: 'boolean' }).notNull().default(false),
    /** Served by the simulated network instead of WhatsApp. */
    sandbox: integer({ mode: 'boolean' }).notNull().default(false),
    greetingMessage: text().notNull().default(''),
    farewellMessage: text().notNull().default(''),
    complationMessage: text().notNull().default(''),
    outOfHoursMessage: text().notNull().default(''),
    ratingMessage: text().notNull().default(''),
    token: text(),
    transferQueueId: integer(),
    timeToTransfer: integer(),
    promptId: integer(),
    integrationId: integer(),
    maxUseBotQueues: integer().notNull().default(3),
    timeUseBotQueues: integer().notNull().default(0),
    /** Hours of silence after which an answered ticket closes; 0 never. */
    expiresTicket: integer().notNull().default(0),
    expiresInactiveMessage: text().notNull().default(''),
    /** The last time anything came from the network. */
    lastTrafficAt: integer({ mode: 'timestamp_ms' }),
    /** The lease: which process runs the session, and until when. */
    leaseOwner: text(),
    leaseUntil: integer({ mode: 'timestamp_ms' }),
    ...timestamps,
  },
  t => [uniqueIndex('connections_company_name').on(t.companyId, t.name), uniqueIndex('connections_token').on(t.token)],
)

export const connectionQueues = sqliteTable(
  'connection_queues',
  {
    connectionId: integer()
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    queueId: integer()
      .notNull()
      .references(() => queues.id, { onDelete: 'cascade' }),
    ...timestamps,
  },
  t => [primaryKey({ columns: [t.connectionId, t.queueId] }), index('connection_queues_queue').on(t.queueId)],
)

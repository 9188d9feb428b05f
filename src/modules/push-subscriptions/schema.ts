import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { sessions } from '../sessions/schema'
import { users } from '../users/schema'

/** Where a browser wants to be told of what happens while it is closed (RFC 8030). It goes with the sign-in that asked for it. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull(),
    /** The browser's public key and shared secret, of which the key of each message is made (RFC 8291). */
    p256dh: text().notNull(),
    auth: text().notNull(),
    ...timestamps,
  },
  t => [
    uniqueIndex('push_subscriptions_endpoint').on(t.endpoint),
    uniqueIndex('push_subscriptions_session').on(t.sessionId),
    index('push_subscriptions_company').on(t.companyId),
    index('push_subscriptions_user').on(t.userId),
  ],
)

/** The installation's own key pair, by which push services know who sends (RFC 8292). The private one is sealed. */
export const pushKeys = sqliteTable('push_keys', {
  one: integer().primaryKey(),
  publicKey: text().notNull(),
  privateKey: text().notNull(),
})

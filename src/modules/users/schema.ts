import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { lastingId, retired, timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { queues } from '../queues/schema'
import type { Preferences } from './body'

/** What somebody said stays theirs when they are gone: a colleague who comes later has another number. */
export const retiredUsers = retired('users')

export const users = sqliteTable(
  'users',
  {
    id: lastingId('users'),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Lower case. */
    email: text().notNull().unique(),
    passwordHash: text().notNull(),
    profile: text({ enum: ['admin', 'supervisor', 'user'] })
      .notNull()
      .default('user'),
    super: integer({ mode: 'boolean' }).notNull().default(false),
    allTicket: text({ enum: ['enabled', 'desabled'] })
      .notNull()
      .default('desabled'),
    online: integer({ mode: 'boolean' }).notNull().default(false),
    language: text({ enum: ['pt', 'en', 'es'] }),
    /** What the person chose of those that preferences.ts knows. */
    preferences: text({ mode: 'json' }).$type<Partial<Preferences>>().notNull().default({}),
    /** What colleagues are told of whether one is there; over with `awayUntil`, where that is said. */
    availability: text({ enum: ['available', 'away', 'paused'] })
      .notNull()
      .default('available'),
    awayReason: text(),
    awayUntil: integer({ mode: 'timestamp_ms' }),
    whatsappId: integer(),
    /** Rises with every change that must end the user's sessions. */
    tokenVersion: integer().notNull().default(0),
    ...timestamps,
  },
  t => [index('users_company').on(t.companyId, t.createdAt)],
)

export const userQueues = sqliteTable(
  'user_queues',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    queueId: integer()
      .notNull()
      .references(() => queues.id, { onDelete: 'cascade' }),
    ...timestamps,
  },
  t => [primaryKey({ columns: [t.userId, t.queueId] }), index('user_queues_queue').on(t.queueId)],
)

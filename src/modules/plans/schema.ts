import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'

const flag = () => integer({ mode: 'boolean' }).notNull().default(true)

export const plans = sqliteTable('plans', {
  id: integer().primaryKey(),
  name: text().notNull().unique(),
  users: integer().notNull(),
  connections: integer().notNull(),
  queues: integer().notNull(),
  value: real().notNull().default(0),
  useCampaigns: flag(),
  useSchedules: flag(),
  useInternalChat: flag(),
  useExternalApi: flag(),
  useKanban: flag(),
  useOpenAi: flag(),
  useIntegrations: flag(),
  useInternal: flag(),
  /** Offered to whoever signs up. */
  isPublic: integer({ mode: 'boolean' }).notNull().default(false),
  ...timestamps,
})

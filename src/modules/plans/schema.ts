import { sql } from 'drizzle-orm'
import { integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { resellers } from '../resellers/schema'

const flag = () => integer({ mode: 'boolean' }).notNull().default(true)

export const plans = sqliteTable(
  'plans',
  {
    id: integer().primaryKey(),
    /** Whose it is; without a reseller, the house's. */
    resellerId: integer().references(() => resellers.id),
    name: text().notNull(),
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
  },
  t => [
    uniqueIndex('plans_reseller_name').on(t.resellerId, t.name),
    uniqueIndex('plans_house_name')
      .on(t.name)
      .where(sql`reseller_id is null`),
  ],
)

import { integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'

export const prompts = sqliteTable(
  'prompts',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    prompt: text().notNull(),
    apiKey: text().notNull(),
    voice: text().notNull(),
    voiceKey: text(),
    voiceRegion: text().notNull().default(''),
    temperature: real().notNull(),
    maxTokens: integer().notNull(),
    maxMessages: integer().notNull(),
    /** Who takes over where a person is needed; none while the queue it was is gone. */
    queueId: integer(),
    /** When it last answered a customer, and what went wrong if it did not. */
    lastAt: integer({ mode: 'timestamp_ms' }),
    lastError: text(),
    ...timestamps,
  },
  t => [uniqueIndex('prompts_name').on(t.companyId, t.name)],
)

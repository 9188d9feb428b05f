import { integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { circuit, spending, timestamps } from '#kernel/storage/columns'
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
    /** What the company itself answers to what it is often asked. */
    faq: text().notNull().default(''),
    apiKey: text().notNull(),
    /** Of a provider that speaks as OpenAI does; null is OpenAI. */
    baseUrl: text(),
    /** '' is the plugin's own choice. */
    model: text().notNull().default(''),
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
    ...circuit,
    /** Tokens that a conversation, and a month, may cost before a person takes over; 0 is without a limit. */
    ticketTokens: integer().notNull().default(100_000),
    monthlyTokens: integer().notNull().default(0),
    ...spending,
    ...timestamps,
  },
  t => [uniqueIndex('prompts_name').on(t.companyId, t.name)],
)

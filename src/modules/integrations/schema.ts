import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { circuit, spending, timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { tickets } from '../tickets/schema'

export const integrations = sqliteTable(
  'integrations',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** The plugin's name. */
    type: text().notNull(),
    name: text().notNull(),
    projectName: text().notNull().default(''),
    /** What the plugin's own schema describes. */
    settings: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** When it last answered a customer, and what went wrong if it did not. */
    lastAt: integer({ mode: 'timestamp_ms' }),
    lastError: text(),
    ...circuit,
    ...spending,
    ...timestamps,
  },
  t => [uniqueIndex('integrations_company_name').on(t.companyId, t.name)],
)

/** What all robots of a company cost in tokens on the civil day that was counted last, as YYYY-MM-DD. */
export const tokenDays = sqliteTable('token_days', {
  companyId: integer()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  day: text().notNull(),
  tokens: integer().notNull(),
  ...timestamps,
})

/** A plugin's small memory of one conversation. */
export const pluginMemories = sqliteTable(
  'plugin_memories',
  {
    id: integer().primaryKey(),
    ticketId: integer()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    plugin: text().notNull(),
    value: text({ mode: 'json' }).$type<object>().notNull(),
    ...timestamps,
  },
  t => [uniqueIndex('plugin_memories_ticket').on(t.ticketId, t.plugin)],
)

/** What an operator turned off: a plugin answers for every company but these. */
export const pluginBlocks = sqliteTable(
  'plugin_blocks',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    plugin: text().notNull(),
    ...timestamps,
  },
  t => [uniqueIndex('plugin_blocks_company').on(t.companyId, t.plugin), index('plugin_blocks_plugin').on(t.plugin)],
)

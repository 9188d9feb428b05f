import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'

export const settings = sqliteTable(
  'settings',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    value: text().notNull(),
    ...timestamps,
  },
  t => [uniqueIndex('settings_company_key').on(t.companyId, t.key)],
)

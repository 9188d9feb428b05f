import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'

export const announcements = sqliteTable(
  'announcements',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    ...timestamps,
  },
  t => [uniqueIndex('announcements_company_name').on(t.companyId, t.name)],
)

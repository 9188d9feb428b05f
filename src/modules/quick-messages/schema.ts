import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { mediaColumns } from '#kernel/media/row-file'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { users } from '../users/schema'

export const quickMessages = sqliteTable(
  'quick_messages',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    shortcode: text().notNull(),
    message: text().notNull(),
    geral: integer({ mode: 'boolean' }).notNull().default(false),
    ...mediaColumns(),
    ...timestamps,
  },
  t => [index('quick_messages_company').on(t.companyId, t.shortcode, t.id), index('quick_messages_user').on(t.userId)],
)

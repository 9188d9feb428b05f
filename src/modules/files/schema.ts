import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { mediaColumns } from '#kernel/media/row-file'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'

/** Files that go out together, after a message. */
export const fileLists = sqliteTable(
  'file_lists',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    message: text().notNull(),
    ...timestamps,
  },
  t => [uniqueIndex('file_lists_name').on(t.companyId, t.name)],
)

/** One of them: its name is there before its file is. */
export const fileOptions = sqliteTable(
  'file_options',
  {
    id: integer().primaryKey(),
    fileListId: integer()
      .notNull()
      .references(() => fileLists.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    position: integer().notNull(),
    ...mediaColumns(),
    size: integer(),
    ...timestamps,
  },
  t => [index('file_options_list').on(t.fileListId, t.position)],
)

import { index, integer, sqliteTable, text, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { mediaColumns } from '#kernel/media/row-file'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { queues } from '../queues/schema'

/** The menu of a queue, as a tree: an option goes with the one above it. */
export const queueOptions = sqliteTable(
  'queue_options',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    queueId: integer()
      .notNull()
      .references(() => queues.id, { onDelete: 'cascade' }),
    parentId: integer().references((): AnySQLiteColumn => queueOptions.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    message: text().notNull().default(''),
    /** From 1 on among its siblings, without gaps. */
    option: integer().notNull(),
    ...mediaColumns(),
    ...timestamps,
  },
  t => [
    index('queue_options_siblings').on(t.queueId, t.parentId, t.option),
    index('queue_options_company').on(t.companyId, t.queueId, t.parentId, t.option),
    index('queue_options_parent').on(t.parentId),
  ],
)

import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { mediaColumns } from '#kernel/media/row-file'
import { timestamps } from '#kernel/storage/columns'
import { resellers } from '../resellers/schema'

export const announcements = sqliteTable(
  'announcements',
  {
    id: integer().primaryKey(),
    resellerId: integer().references(() => resellers.id),
    title: text().notNull(),
    text: text().notNull(),
    priority: integer().notNull(),
    status: integer({ mode: 'boolean' }).notNull(),
    ...mediaColumns(),
    ...timestamps,
  },
  t => [index('announcements_order').on(t.resellerId, t.priority, sql`id desc`)],
)

import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { resellers } from '../resellers/schema'

export const helps = sqliteTable(
  'helps',
  {
    id: integer().primaryKey(),
    resellerId: integer().references(() => resellers.id),
    title: text().notNull(),
    description: text().notNull().default(''),
    /** The id that YouTube gave it, which clients make its address and its picture from. */
    video: text().notNull(),
    link: text(),
    ...timestamps,
  },
  t => [index('helps_title').on(t.resellerId, sql`sort_name`, t.id)],
)

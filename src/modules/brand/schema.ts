import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { TARGETS } from './body'

/** What the installation is called and looks like: one row, and none while nobody chose anything. What is empty is as the product comes. */
export const brands = sqliteTable('brands', {
  id: integer().primaryKey(),
  name: text().notNull().default(''),
  /** Of the light theme, as #rrggbb. */
  color: text().notNull().default(''),
  /** Of the dark theme; empty, the same. */
  colorDark: text().notNull().default(''),
  loginText: text().notNull().default(''),
  helpText: text().notNull().default(''),
  helpLink: text(),
  mailFooter: text().notNull().default(''),
  ...timestamps,
})

/** A picture of it by what it is for; its bytes lie among the media, by their hash. */
export const brandFiles = sqliteTable('brand_files', {
  id: integer().primaryKey(),
  target: text({ enum: TARGETS }).notNull().unique(),
  hash: text().notNull(),
  mimetype: text().notNull(),
  fileName: text().notNull(),
  size: integer().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  ...timestamps,
})

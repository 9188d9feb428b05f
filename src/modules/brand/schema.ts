import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { resellers } from '../resellers/schema'
import { TARGETS } from './body'

const ofReseller = () => integer().references(() => resellers.id)

/** What the installation is called and looks like: one row for the house and one for each reseller, and none while nobody chose anything. */
export const brands = sqliteTable('brands', {
  id: integer().primaryKey(),
  resellerId: ofReseller().unique(),
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
export const brandFiles = sqliteTable(
  'brand_files',
  {
    id: integer().primaryKey(),
    resellerId: ofReseller(),
    target: text({ enum: TARGETS }).notNull(),
    hash: text().notNull(),
    mimetype: text().notNull(),
    fileName: text().notNull(),
    size: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    ...timestamps,
  },
  t => [
    uniqueIndex('brand_files_reseller_target').on(t.resellerId, t.target),
    uniqueIndex('brand_files_house_target')
      .on(t.target)
      .where(sql`reseller_id is null`),
  ],
)

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'

/** Who sells the product under a name of their own, at domains of their own. Without one a row is the house's, who runs the installation. */
export const resellers = sqliteTable('resellers', {
  id: integer().primaryKey(),
  name: text().notNull().unique(),
  /** Host names without a port; the first is where its mails lead. */
  domains: text({ mode: 'json' }).$type<string[]>().notNull(),
  /** Without it, its operators operate nothing and nobody signs up; its companies go on under its brand. */
  isActive: integer({ mode: 'boolean' }).notNull().default(true),
  /** Its own company, whose people may operate the others, and whose settings are those of all of them. Made with it. */
  ownCompanyId: integer(),
  ...timestamps,
})

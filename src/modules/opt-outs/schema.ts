import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'

/** Who asked to be left alone. By number and linked id, so that it holds whatever becomes of contacts and lists. */
export const optOuts = sqliteTable(
  'opt_outs',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    name: text().notNull().default(''),
    number: text().notNull().default(''),
    phoneKey: text(),
    lid: text(),
    /** What was written; '' where somebody of the company noted it. */
    word: text().notNull().default(''),
    ...timestamps,
  },
  t => [
    index('opt_outs_company').on(t.companyId, t.id),
    uniqueIndex('opt_outs_phone')
      .on(t.companyId, t.phoneKey)
      .where(sql`phone_key is not null`),
    uniqueIndex('opt_outs_lid')
      .on(t.companyId, t.lid)
      .where(sql`lid is not null`),
  ],
)

/** Whether somebody `i` asked to be left alone: a row with a company, the key of a number and a linked id. */
export const isOptedOut = sql`(exists (select 1 from opt_outs o where o.company_id = i.company_id and o.phone_key = i.phone_key and o.phone_key is not null)
  or exists (select 1 from opt_outs o where o.company_id = i.company_id and o.lid = i.lid and o.lid is not null))`

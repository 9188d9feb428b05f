import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { lastingId, retired, timestamps } from '#kernel/storage/columns'
import type { Exceptions } from '../plans'
import { plans } from '../plans/schema'
import { resellers } from '../resellers/schema'
import type { Hours } from './hours'

/** Logs, backups and programs of others know a company by its number when it is gone. */
export const retiredCompanies = retired('companies')

export const companies = sqliteTable(
  'companies',
  {
    id: lastingId('companies'),
    /** One of its reseller has it, or one of the house. */
    name: text().notNull(),
    resellerId: integer().references(() => resellers.id),
    email: text(),
    phone: text(),
    status: integer({ mode: 'boolean' }).notNull().default(true),
    /** Shows the product to somebody who may buy it: `standing.ts`. Made so, and never again once it is a customer. */
    isDemo: integer({ mode: 'boolean' }).notNull().default(false),
    /** Civil date YYYY-MM-DD, inclusive; null never ends. */
    dueDate: text(),
    recurrence: text({ enum: ['', 'MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] })
      .notNull()
      .default(''),
    schedules: text({ mode: 'json' }).$type<Hours[]>().notNull().default([]),
    timeZone: text().notNull().default('America/Sao_Paulo'),
    language: text({ enum: ['pt', 'en', 'es'] })
      .notNull()
      .default('pt'),
    planId: integer().references(() => plans.id),
    /** What of its plan is another thing for this company: a flag, or a limit. */
    exceptions: text({ mode: 'json' }).$type<Exceptions>().notNull().default({}),
    /** When somebody of it last signed in, or went on with a session. */
    lastUsedAt: integer({ mode: 'timestamp_ms' }),
    /** Gone for everybody; its rows follow in pieces. */
    deletedAt: integer({ mode: 'timestamp_ms' }),
    ...timestamps,
  },
  t => [
    uniqueIndex('companies_reseller_name').on(t.resellerId, t.name),
    uniqueIndex('companies_house_name')
      .on(t.name)
      .where(sql`reseller_id is null`),
  ],
)

/** What the people of a demonstration were told of its end, once for each: it may be given more days, and end again. */
export const demonstrationNotices = sqliteTable(
  'demonstration_notices',
  {
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** The last day of the demonstration. */
    dueDate: text().notNull(),
    kind: text({ enum: ['over', 'tomorrow'] }).notNull(),
    /** The civil day on which it is deleted, as it was said. */
    deletesOn: text().notNull(),
  },
  t => [primaryKey({ columns: [t.companyId, t.dueDate, t.kind] })],
)

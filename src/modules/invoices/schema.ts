import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import type { Payer } from './body'

export const invoices = sqliteTable(
  'invoices',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    detail: text().notNull(),
    status: text({ enum: ['open', 'paid', 'cancelled'] })
      .notNull()
      .default('open'),
    /** The amount in integer cents. */
    cents: integer().notNull(),
    /** Civil date YYYY-MM-DD. */
    dueDate: text().notNull(),
    /** How many months it pays: the due date of the company moves by so many, once. */
    months: integer().notNull(),
    /** The day of the month that the due dates of a company keep, also after a shorter month. */
    day: integer().notNull(),
    /** Who pays, as it stands on the receipt. */
    payer: text({ mode: 'json' }).$type<Payer>(),
    /** By which provider it was paid; 'manual' is an operator's word. */
    paidBy: text(),
    paidAt: integer({ mode: 'timestamp_ms' }),
    /** The due date that the payment gave. */
    renewedUntil: text(),
    ...timestamps,
  },
  t => [
    uniqueIndex('invoices_open')
      .on(t.companyId)
      .where(sql`status = 'open'`),
    index('invoices_company').on(t.companyId, t.id),
    index('invoices_due').on(t.status, t.dueDate),
    index('invoices_paid').on(t.paidAt),
  ],
)

/** What a company was told of an open invoice, once for each due date and day of it. */
export const invoiceReminders = sqliteTable(
  'invoice_reminders',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    invoiceId: integer()
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    dueDate: text().notNull(),
    /** Days from the due date: -5 is five days before it. */
    step: integer().notNull(),
    state: text({ enum: ['planned', 'sent', 'skipped', 'failed'] })
      .notNull()
      .default('planned'),
    ...timestamps,
  },
  t => [uniqueIndex('invoice_reminders_step').on(t.invoiceId, t.dueDate, t.step), index('invoice_reminders_company').on(t.companyId)],
)

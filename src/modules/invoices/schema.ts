import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { resellers } from '../resellers/schema'
import type { Payer } from './body'
import type { Line } from './lines'

export const invoices = sqliteTable(
  'invoices',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Who is owed, or was paid: a reseller, or the house. What a company paid before it was moved was another's. */
    resellerId: integer().references(() => resellers.id),
    detail: text().notNull(),
    status: text({ enum: ['open', 'paid', 'cancelled'] })
      .notNull()
      .default('open'),
    /** The amount in integer cents: the sum of its lines. */
    cents: integer().notNull(),
    lines: text({ mode: 'json' }).$type<Line[]>().notNull().default([]),
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

/** What invoices of a company hold beside its plan. */
export const invoiceItems = sqliteTable(
  'invoice_items',
  {
    id: integer().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Who sold or owes it: a reseller, or the house. It counts while they operate the company, and again when it comes back to them. */
    resellerId: integer().references(() => resellers.id),
    /** Users, connections and queues are paid every period, and the company may have so many more; the rest is paid once. */
    kind: text({ enum: ['users', 'connections', 'queues', 'item', 'change', 'credit'] }).notNull(),
    text: text().notNull().default(''),
    /** How many; of a change of plan, for how many days. */
    n: integer().notNull().default(1),
    /** Of each in a month where it is paid every period, else the whole. A credit is below zero. */
    cents: integer().notNull(),
    /** The invoice that it was paid with. */
    invoiceId: integer().references(() => invoices.id, { onDelete: 'cascade' }),
    ...timestamps,
  },
  t => [
    index('invoice_items_pending')
      .on(t.companyId, t.id)
      .where(sql`invoice_id is null`),
    index('invoice_items_invoice').on(t.invoiceId),
    index('invoice_items_company').on(t.companyId),
  ],
)

/** Those that wait for the next invoice of their company, sold or owed by who operates it now. */
export const isWaiting = sql`${invoiceItems.invoiceId} is null and ${invoiceItems.resellerId} is (
  select ${companies.resellerId} from ${companies} where ${companies.id} = ${invoiceItems.companyId})`

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

/** What was paid by companies that were deleted since: amounts and days for the figures, and nothing of who it was. */
export const pastPayments = sqliteTable(
  'past_payments',
  {
    id: integer().primaryKey(),
    resellerId: integer().references(() => resellers.id),
    /** The same for all payments of one customer; made when it was deleted, so that it leads nowhere. */
    customer: text().notNull(),
    cents: integer().notNull(),
    paidAt: integer({ mode: 'timestamp_ms' }).notNull(),
    /** Until when it gave something, and no longer than until the customer was deleted. */
    renewedUntil: text().notNull(),
  },
  t => [index('past_payments_reseller').on(t.resellerId, t.paidAt)],
)

import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timestamps } from '#kernel/storage/columns'
import { companies } from '../companies/schema'
import { invoices } from '../invoices/schema'
import { resellers } from '../resellers/schema'

const company = () => integer().references(() => companies.id, { onDelete: 'cascade' })

/** Where money arrives: accounts of the house and of each reseller. Of those of one owner at most one takes new charges. */
export const paymentAccounts = sqliteTable(
  'payment_accounts',
  {
    id: integer().primaryKey(),
    resellerId: integer().references(() => resellers.id),
    provider: text().notNull(),
    /** What the webhook of a reseller's account is called by, which nobody guesses. The house's are called by the provider's name alone. */
    hook: text().unique(),
    isActive: integer({ mode: 'boolean' }).notNull().default(false),
    /** All of them as one sealed JSON. */
    settings: text().notNull(),
    ...timestamps,
  },
  t => [
    uniqueIndex('payment_accounts_reseller').on(t.resellerId, t.provider),
    uniqueIndex('payment_accounts_house')
      .on(t.provider)
      .where(sql`reseller_id is null`),
  ],
)

/** What a provider was asked to be paid for an invoice; asked anew when one is over. */
export const charges = sqliteTable(
  'charges',
  {
    id: integer().primaryKey(),
    companyId: company().notNull(),
    invoiceId: integer()
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    /** Whose account it is paid into, and who is asked about it. */
    accountId: integer().references(() => paymentAccounts.id),
    provider: text().notNull(),
    /** The provider's own name for it. */
    reference: text().notNull(),
    cents: integer().notNull(),
    /** The Pix code that people copy, and that the picture shows. */
    code: text().notNull(),
    /** `marked` is an operator's word: what its provider says of it is heard all the same. */
    state: text({ enum: ['open', 'paid', 'marked', 'expired'] })
      .notNull()
      .default('open'),
    expiresAt: integer({ mode: 'timestamp_ms' }),
    ...timestamps,
  },
  t => [
    uniqueIndex('charges_reference').on(t.accountId, t.reference),
    index('charges_invoice').on(t.invoiceId, t.id),
    index('charges_company').on(t.companyId),
  ],
)

/** What was heard of payments, and what was made of it. */
export const paymentEvents = sqliteTable(
  'payment_events',
  {
    id: integer().primaryKey(),
    /** Nobody's while it names no charge. */
    companyId: company(),
    /** Whose provider said it; null for what an operator said. */
    accountId: integer().references(() => paymentAccounts.id),
    chargeId: integer().references(() => charges.id, { onDelete: 'cascade' }),
    invoiceId: integer().references(() => invoices.id, { onDelete: 'cascade' }),
    provider: text().notNull(),
    source: text({ enum: ['webhook', 'asked', 'operator'] }).notNull(),
    fate: text().notNull(),
    cents: integer(),
    /** What the provider said, to its letter. */
    raw: text().notNull(),
    /** How often it was said to the letter, after the charge was paid. */
    times: integer().notNull().default(1),
    createdAt: timestamps.createdAt,
  },
  t => [
    index('payment_events_fate').on(t.fate, t.createdAt),
    index('payment_events_company').on(t.companyId),
    index('payment_events_account').on(t.accountId),
    index('payment_events_charge').on(t.chargeId),
    index('payment_events_invoice').on(t.invoiceId),
  ],
)

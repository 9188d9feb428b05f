import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { transaction, type Ctx } from '#kernel/context'
import type { Db } from '#kernel/storage/libsql'
import { companies as companyTable } from '../companies/schema'
import { resellers } from '../resellers'
import { mineAlone, ownCompanies, toOperators } from '../rights'
import type { OpenAccount } from './accounts'
import type { Fate } from './judge'
import { charges as table, paymentAccounts, paymentEvents } from './schema'

export { accounts, hookPath, type Account, type OpenAccount } from './accounts'
export * from './body'
export { judge, type Fate } from './judge'
export type * from './provider'
export type { Registration, RegistrationJourneys, SubscriptionJourneys, WebhookJourney } from './routes'
export type Charge = typeof table.$inferSelect

const MAX_RAW = 4_000
const PAGE = 50
/** What names no charge is nobody's payment, and is kept for so long. */
const KEPT_MS = 30 * 24 * 3600_000

/** Rate limit of an hour for what anybody can send: a stranger fills no disk, and pushes nothing out of what operators see. */
const STRANGE = 10
const HOUR_MS = 3600_000
/** So many different ones are kept of what is said of a charge after it was paid. */
const DIFFERENT = 50

const ofCompany = (ctx: Ctx) => eq(table.companyId, ctx.companyId)

declare module '#kernel/context' {
  interface Events {
    /** For operators: something was heard of a payment. */
    paymentEvent: { action: 'create' }
  }
}

const insert = async (ctx: Ctx, values: Omit<typeof table.$inferInsert, 'companyId'>) =>
  (
    await ctx.db
      .insert(table)
      .values({ ...values, companyId: ctx.companyId })
      .returning()
  )[0]!

const find = async (ctx: Ctx, id: number) =>
  (
    await ctx.db
      .select()
      .from(table)
      .where(and(ofCompany(ctx), eq(table.id, id)))
  )[0]

/** A charge that can still be paid, for as much as the invoice says now. */
const usable = async (ctx: Ctx, { id, cents }: { id: number; cents: number }, accountId: number, now = new Date()) =>
  (
    await ctx.db
      .select()
      .from(table)
      .where(
        and(
          ofCompany(ctx),
          eq(table.invoiceId, id),
          eq(table.cents, cents),
          eq(table.accountId, accountId),
          eq(table.state, 'open'),
          or(isNull(table.expiresAt), gt(table.expiresAt, now)),
        ),
      )
      .orderBy(desc(table.id))
      .limit(1)
  )[0]

/** The last one that an invoice can still be paid by. */
const newestOpen = async (ctx: Ctx, invoiceId: number) =>
  (
    await ctx.db
      .select()
      .from(table)
      .where(and(ofCompany(ctx), eq(table.invoiceId, invoiceId), eq(table.state, 'open')))
      .orderBy(desc(table.id))
      .limit(1)
  )[0]

/** What was made of a charge when it was heard of last. */
const lastFate = async (ctx: Ctx, chargeId: number) =>
  (
    await ctx.db
      .select({ fate: paymentEvents.fate })
      .from(paymentEvents)
      .where(and(eq(paymentEvents.companyId, ctx.companyId), eq(paymentEvents.chargeId, chargeId)))
      .orderBy(desc(paymentEvents.id))
      .limit(1)
  )[0]?.fate

const setState = (ctx: Ctx, id: number, state: Charge['state']) =>
  ctx.db
    .update(table)
    .set({ state })
    .where(and(ofCompany(ctx), eq(table.id, id)))

/** Who takes the money of the own company is another now: what was asked for before is asked for no more. */
const expireOpen = (ctx: Ctx) =>
  ctx.db
    .update(table)
    .set({ state: 'expired' })
    .where(and(ofCompany(ctx), eq(table.state, 'open')))

/** Whose charge a provider speaks of, among those of one account. */
const byReference = async (db: Db, accountId: number, reference: string) =>
  (
    await db
      .select()
      .from(table)
      .where(and(eq(table.accountId, accountId), eq(table.reference, reference)))
  )[0]

type Heard = Pick<typeof paymentEvents.$inferInsert, 'provider' | 'source' | 'cents'> & {
  fate: Fate
  charge?: Pick<Charge, 'id' | 'invoiceId' | 'companyId' | 'accountId'>
  invoice?: { id: number; companyId: number }
  /** Whose webhook was called, of what names no charge. */
  account?: Pick<OpenAccount, 'id' | 'resellerId'>
  raw: unknown
}
/** Whose provider said it. What an operator said is of the company alone. */
async function accountOf({ db }: Ctx, { source, charge, account }: Pick<Heard, 'source' | 'charge' | 'account'>) {
  if (account || source === 'operator' || !charge?.accountId) return account
  const { id, resellerId } = paymentAccounts
  return (await db.select({ id, resellerId }).from(paymentAccounts).where(eq(id, charge.accountId)))[0]
}

const rawOf = (raw: unknown) => (typeof raw === 'string' ? raw : JSON.stringify(raw)).slice(0, MAX_RAW)

/** Keeps what was heard, for operators: those whose account was asked, whoever operates the company by now. */
async function note(ctx: Ctx, given: Heard) {
  const { charge, invoice, account: _, raw, ...heard } = given
  const account = await accountOf(ctx, given)
  await ctx.db.insert(paymentEvents).values({
    ...heard,
    companyId: charge?.companyId ?? invoice?.companyId ?? null,
    accountId: account?.id ?? null,
    chargeId: charge?.id ?? null,
    invoiceId: charge?.invoiceId ?? invoice?.id ?? null,
    raw: rawOf(raw),
  })
  const resellerId = account
    ? account.resellerId
    : ((await resellers.ofCompany(ctx, charge?.companyId ?? invoice?.companyId ?? 0))?.id ?? null)
  ctx.publish('paymentEvent', { action: 'create' }, toOperators('invoices:operate')(ctx, { resellerId }))
}

type Known = Omit<Heard, 'fate' | 'charge'> & { charge: NonNullable<Heard['charge']> }
/** The same of a charge that is paid: what is said again to the letter is counted, and told to nobody again. */
const noteRepeated = (ctx: Ctx, given: Known) =>
  transaction(ctx, async ctx => {
    const of = and(eq(paymentEvents.chargeId, given.charge.id), eq(paymentEvents.fate, 'repeated'))
    const { id, raw } = paymentEvents
    const known = await ctx.db.select({ id, raw }).from(paymentEvents).where(of).orderBy(desc(id)).limit(DIFFERENT)
    const same = known.find(one => one.raw === rawOf(given.raw)) ?? (known.length < DIFFERENT ? undefined : known[0])
    if (!same) return note(ctx, { ...given, fate: 'repeated' })
    await ctx.db
      .update(paymentEvents)
      .set({ times: sql`${paymentEvents.times} + 1` })
      .where(eq(id, same.id))
  })

type Strange = Omit<Heard, 'fate' | 'account'> & { fate: 'forged' | 'unknown'; account: OpenAccount }
/** The same of what names nobody's charge. */
const noteStrange = (ctx: Ctx, { fate, account, ...heard }: Strange, now = Date.now()) =>
  transaction(ctx, async ctx => {
    const known = and(
      eq(paymentEvents.fate, fate),
      eq(paymentEvents.accountId, account.id),
      gt(paymentEvents.createdAt, new Date(now - HOUR_MS)),
    )
    if ((await ctx.db.$count(paymentEvents, known)) < STRANGE) await note(ctx, { fate, account, ...heard })
  })

/** Of what their own accounts heard; where it was no account's, of their own companies. */
const ownEvents = (ctx: Ctx) => {
  const own = ctx.db.select({ id: paymentAccounts.id }).from(paymentAccounts).where(mineAlone(ctx, paymentAccounts.resellerId))
  return or(inArray(paymentEvents.accountId, own), and(isNull(paymentEvents.accountId), ownCompanies(ctx, paymentEvents.companyId)))
}

/** The newest, or those before one, with the company that each is of. */
async function heard(ctx: Ctx, before?: number) {
  const rows = await ctx.db
    .select({ event: paymentEvents, company: companyTable.name })
    .from(paymentEvents)
    .leftJoin(companyTable, eq(companyTable.id, paymentEvents.companyId))
    .where(and(ownEvents(ctx), before === undefined ? undefined : lt(paymentEvents.id, before)))
    .orderBy(desc(paymentEvents.id))
    .limit(PAGE + 1)
  return { events: rows.slice(0, PAGE).map(({ event, company }) => ({ ...event, company })), hasMore: rows.length > PAGE }
}

const sweep = (db: Db, now = Date.now()) =>
  Promise.all(
    (['unknown', 'forged'] as const).map(fate =>
      db.delete(paymentEvents).where(and(eq(paymentEvents.fate, fate), lt(paymentEvents.createdAt, new Date(now - KEPT_MS)))),
    ),
  )

export const payments = {
  insert,
  find,
  usable,
  newestOpen,
  lastFate,
  setState,
  expireOpen,
  byReference,
  note,
  noteStrange,
  noteRepeated,
  heard,
  sweep,
}

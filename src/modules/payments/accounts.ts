import { and, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, invalid } from '#kernel/errors'
import { hintOf } from '#kernel/fields'
import { parse } from '#kernel/http/validation'
import { randomToken } from '#kernel/http/tokens'
import { isSealed } from '#kernel/process/seal'
import { resellers } from '../resellers'
import { mineAlone } from '../rights'
import { PROVIDER_NAMES, PROVIDERS, type AccountBody, type ProviderName } from './body'
import type { Given, Providers, Settings } from './provider'
import { charges, paymentAccounts as table } from './schema'

const secretsOf = (provider: ProviderName) =>
  Object.entries(PROVIDERS[provider].entries).flatMap(([name, schema]) =>
    hintOf(schema as v.GenericSchema).input === 'secret' ? name : [],
  )

type Row = typeof table.$inferSelect
/** An account with what opens it. */
export type OpenAccount = Pick<Row, 'id' | 'resellerId' | 'provider' | 'hook'> & { settings: Settings }
/** A static key of a reseller's that was kept with the reseller before is no secret, and lies open. */
const opened = (ctx: Ctx, { id, resellerId, provider, hook, settings }: Row): OpenAccount => ({
  ...{ id, resellerId, provider, hook },
  settings: JSON.parse(isSealed(settings) ? ctx.vault.open(settings) : settings) as Settings,
})
const rowBy = async ({ db }: Ctx, where: SQL | undefined) => (await db.select().from(table).where(where))[0]
const openedBy = async (ctx: Ctx, where: SQL | undefined) => {
  const row = await rowBy(ctx, where)
  return row && opened(ctx, row)
}

/** Of the operator who asks: their reseller's, or the house's. */
const mine = (ctx: Ctx, provider: string) => and(eq(table.provider, provider), mineAlone(ctx, table.resellerId))

/** Where the provider calls. */
export const hookPath = ({ provider, hook }: Pick<Row, 'provider' | 'hook'>) => `/subscription/webhook/${provider}${hook ? `/${hook}` : ''}`

/** Every provider with what of its settings may be shown: secrets as '', and which of them are there. */
async function all(ctx: Ctx): Promise<Account[]> {
  const known = await ctx.db.select().from(table).where(mineAlone(ctx, table.resellerId)).limit(PROVIDER_NAMES.length)
  const rows = new Map(known.map(row => [row.provider, row]))
  return PROVIDER_NAMES.map(provider => {
    const row = rows.get(provider)
    const settings = row ? opened(ctx, row).settings : {}
    const secrets = secretsOf(provider)
    return {
      provider,
      isActive: row?.isActive ?? false,
      isSet: row !== undefined,
      settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, secrets.includes(name) ? '' : value])),
      kept: secrets.filter(name => settings[name]),
      webhook: row || ctx.actor.resellerId === null ? hookPath(row ?? { provider, hook: null }) : null,
    }
  })
}
export type Account = {
  provider: ProviderName
  isActive: boolean
  isSet: boolean
  settings: Record<string, string>
  kept: string[]
  /** Where it calls, below our address; a reseller's is made with its account. */
  webhook: string | null
}

/** Given settings over stored ones: '' keeps a secret. A stored secret goes to no other address than the one it was given for. */
async function merged(ctx: Ctx, providers: Providers, provider: ProviderName, sent: Given): Promise<Settings> {
  const given = providers[provider]?.take?.(sent) ?? sent
  const before = (await openedBy(ctx, mine(ctx, provider)))?.settings ?? {}
  const secrets = secretsOf(provider)
  const kept = secrets.filter(name => !given[name] && before[name])
  if (kept.length && (given.baseUrl ?? '') !== (before.baseUrl ?? ''))
    throw invalid(Object.fromEntries(kept.map(name => [name, ['Informe a chave de novo: o endereço mudou']])))
  const settings = parse(PROVIDERS[provider], { ...given, ...Object.fromEntries(kept.map(name => [name, before[name]])) })
  return Object.fromEntries(Object.entries(settings).flatMap(([name, value]) => (value ? [[name, value as string]] : [])))
}

/** A static code says for ever who is paid: with another key it is made anew. The operator still sees what arrived at the old one. */
const forgetCodes = (ctx: Ctx) =>
  ctx.db
    .update(charges)
    .set({ state: 'expired' })
    .where(and(inArray(charges.accountId, ctx.db.select({ id: table.id }).from(table).where(mine(ctx, 'pix'))), eq(charges.state, 'open')))

const save = (ctx: Ctx, providers: Providers, provider: ProviderName, { isActive, settings: given }: v.InferOutput<typeof AccountBody>) =>
  transaction(ctx, async ctx => {
    const { resellerId } = ctx.actor
    const wanted = await merged(ctx, providers, provider, given)
    if (provider === 'pix' && wanted['pixKey'] !== (await own(ctx, 'pix'))?.settings['pixKey']) await forgetCodes(ctx)
    const settings = ctx.vault.seal(JSON.stringify(wanted))
    const values = { isActive, settings, updatedAt: new Date() }
    const known = await ctx.db.update(table).set(values).where(mine(ctx, provider)).returning({ id: table.id })
    const hook = resellerId === null ? null : randomToken()
    if (!known.length) await ctx.db.insert(table).values({ ...values, provider, resellerId, hook })
    if (isActive)
      await ctx.db
        .update(table)
        .set({ isActive: false })
        .where(and(ne(table.provider, provider), mineAlone(ctx, table.resellerId)))
    return (await all(ctx)).find(one => one.provider === provider)!
  })

async function test(ctx: Ctx, providers: Providers, provider: ProviderName, given: v.InferOutput<typeof AccountBody>) {
  await providers[provider]!.test(await merged(ctx, providers, provider, given.settings))
  return { ok: true }
}

/** That of the operator who asks; undefined when it was never set up. */
const own = (ctx: Ctx, provider: string) => openedBy(ctx, mine(ctx, provider))
/** The one that a charge was made by, whoever operates its company now. */
const ofCharge = async (ctx: Ctx, { accountId }: { accountId: number | null }) =>
  accountId === null ? undefined : openedBy(ctx, eq(table.id, accountId))
/** Whether a charge was made by who operates its company now: after a move the money is that of another. */
async function isOfOperator(ctx: Ctx, { accountId }: { accountId: number | null }) {
  if (accountId === null) return true
  const [account] = await ctx.db.select({ resellerId: table.resellerId }).from(table).where(eq(table.id, accountId))
  return account?.resellerId === ((await resellers.ofCompany(ctx, ctx.companyId))?.id ?? null)
}
/** The one whose webhook is called: by a name that nobody guesses a reseller's, without one the house's. */
const hooked = (ctx: Ctx, provider: string, hook: string | undefined) =>
  openedBy(ctx, and(eq(table.provider, provider), hook === undefined ? isNull(table.resellerId) : eq(table.hook, hook)))

/** Writes one setting more of an account that is there, which nobody typed. */
const keep = (ctx: Ctx, { id }: Pick<OpenAccount, 'id'>, settings: Settings) =>
  ctx.db
    .update(table)
    .set({ settings: ctx.vault.seal(JSON.stringify(settings)), updatedAt: new Date() })
    .where(eq(table.id, id))

/** Who takes new charges of the company: an account of who operates it. */
async function taking(ctx: Ctx): Promise<OpenAccount | undefined> {
  const reseller = await resellers.ofCompany(ctx, ctx.companyId)
  return openedBy(ctx, and(eq(table.isActive, true), reseller ? eq(table.resellerId, reseller.id) : isNull(table.resellerId)))
}
async function active(ctx: Ctx) {
  const account = await taking(ctx)
  if (!account) throw new AppError('ERR_NO_PAYMENT_PROVIDER', 409)
  return account
}
const activeName = async (ctx: Ctx) => (await taking(ctx))?.provider

export const accounts = { all, save, test, own, ofCharge, isOfOperator, hooked, keep, active, activeName }

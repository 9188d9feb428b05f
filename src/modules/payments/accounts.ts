import { and, eq, inArray, ne } from 'drizzle-orm'
import * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, invalid } from '#kernel/errors'
import { hintOf } from '#kernel/fields'
import { parse } from '#kernel/http/validation'
import type { Db } from '#kernel/storage/libsql'
import { companies } from '../companies/schema'
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
const opened = (ctx: Ctx, row: Row) => JSON.parse(ctx.vault.open(row.settings)) as Settings
const rowOf = async (db: Db, provider: string) => (await db.select().from(table).where(eq(table.provider, provider)))[0]

/** A reseller's companies pay into a static code, which asks nobody: its operator says what arrived. Providers are the house's. */
export function mustOffer({ actor }: Ctx, provider: ProviderName) {
  if (actor.resellerId !== null && provider !== 'pix') throw new AppError('ERR_NO_SUPER', 403)
}

async function ownPix(ctx: Ctx, resellerId: number) {
  const { pix } = await resellers.load(ctx, resellerId)
  return { provider: 'pix' as const, isActive: pix?.isActive ?? false, isSet: pix !== null, settings: { ...pix?.settings }, kept: [] }
}

/** Every provider with what of its settings may be shown: secrets as '', and which of them are there. */
async function all(ctx: Ctx): Promise<Account[]> {
  if (ctx.actor.resellerId !== null) return [await ownPix(ctx, ctx.actor.resellerId)]
  const rows = new Map((await ctx.db.select().from(table).limit(PROVIDER_NAMES.length)).map(row => [row.provider, row]))
  return PROVIDER_NAMES.map(provider => {
    const row = rows.get(provider)
    const settings = row ? opened(ctx, row) : {}
    const secrets = secretsOf(provider)
    return {
      provider,
      isActive: row?.isActive ?? false,
      isSet: row !== undefined,
      settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, secrets.includes(name) ? '' : value])),
      kept: secrets.filter(name => settings[name]),
    }
  })
}
export type Account = { provider: ProviderName; isActive: boolean; isSet: boolean; settings: Record<string, string>; kept: string[] }

/** Given settings over stored ones: '' keeps a secret. A stored secret goes to no other address than the one it was given for. */
async function merged(ctx: Ctx, providers: Providers, provider: ProviderName, sent: Given): Promise<Settings> {
  const given = providers[provider]?.take?.(sent) ?? sent
  const row = await rowOf(ctx.db, provider)
  const before = row ? opened(ctx, row) : {}
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
    .where(
      and(
        eq(charges.provider, 'pix'),
        eq(charges.state, 'open'),
        inArray(charges.companyId, ctx.db.select({ id: companies.id }).from(companies).where(mineAlone(ctx, companies.resellerId))),
      ),
    )

const save = (ctx: Ctx, providers: Providers, provider: ProviderName, { isActive, settings: given }: v.InferOutput<typeof AccountBody>) =>
  transaction(ctx, async ctx => {
    mustOffer(ctx, provider)
    if (provider === 'pix') await forgetCodes(ctx)
    if (ctx.actor.resellerId !== null) {
      const pix = { isActive, settings: parse(PROVIDERS.pix, given) }
      await resellers.setPix(ctx, ctx.actor.resellerId, pix)
      return ownPix(ctx, ctx.actor.resellerId)
    }
    const settings = ctx.vault.seal(JSON.stringify(await merged(ctx, providers, provider, given)))
    await ctx.db
      .insert(table)
      .values({ provider, isActive, settings })
      .onConflictDoUpdate({ target: table.provider, set: { isActive, settings, updatedAt: new Date() } })
    if (isActive) await ctx.db.update(table).set({ isActive: false }).where(ne(table.provider, provider))
    return (await all(ctx)).find(one => one.provider === provider)!
  })

async function test(ctx: Ctx, providers: Providers, provider: ProviderName, given: v.InferOutput<typeof AccountBody>) {
  mustOffer(ctx, provider)
  await providers[provider]!.test(await merged(ctx, providers, provider, given.settings))
  return { ok: true }
}

/** The settings of a provider that charges were made by; undefined when an operator never gave any. */
async function settingsOf(ctx: Ctx, provider: string): Promise<Settings | undefined> {
  const row = await rowOf(ctx.db, provider)
  return row && opened(ctx, row)
}

/** Writes one setting more of an account that is there, which nobody typed. */
const keep = (ctx: Ctx, provider: string, settings: Settings) =>
  ctx.db
    .update(table)
    .set({ settings: ctx.vault.seal(JSON.stringify(settings)), updatedAt: new Date() })
    .where(eq(table.provider, provider))

/** Who takes new charges of the company. */
async function taking(ctx: Ctx): Promise<{ provider: string; settings: Settings } | undefined> {
  const reseller = await resellers.ofCompany(ctx, ctx.companyId)
  if (reseller) return reseller.pix?.isActive ? { provider: 'pix', settings: reseller.pix.settings } : undefined
  const [row] = await ctx.db.select().from(table).where(eq(table.isActive, true))
  return row && { provider: row.provider, settings: opened(ctx, row) }
}
async function active(ctx: Ctx) {
  const account = await taking(ctx)
  if (!account) throw new AppError('ERR_NO_PAYMENT_PROVIDER', 409)
  return account
}
const activeName = async (ctx: Ctx) => (await taking(ctx))?.provider

export const accounts = { all, save, test, settingsOf, keep, active, activeName }

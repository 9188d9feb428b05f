import { and, eq, ne, or, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { invalid } from '#kernel/errors'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { contains } from '#kernel/storage/contains'
import { ofInstallation } from '#kernel/noun/scope'
import type { Db } from '#kernel/storage/libsql'
import { oneOf } from '#kernel/storage/one-of'
import { companies } from '../companies/schema'
import { allow, toOperators } from '../rights'
import { users } from '../users/schema'
import { addressOf } from './address'
import { resellerApi } from './api'
import { type ResellerBody, ResellerPatch } from './body'
import { resellers as table } from './schema'

export { resellerDirectory, type ResellerDirectory } from './directory'
type Reseller = typeof table.$inferSelect
export type NewReseller = v.InferOutput<typeof ResellerBody>

declare module '#kernel/context' {
  interface AccessChange {
    /** Domains, or what a reseller may do. */
    resellers?: true
  }
}

/** A domain leads to one reseller. */
async function mustBeFree(ctx: Ctx, { domains = [] }: Partial<Reseller>, before?: Reseller) {
  const named = sql`exists (select 1 from json_each(${table.domains}) where value in ${domains})`
  const [other] = domains.length
    ? await ctx.db
        .select({ domains: table.domains })
        .from(table)
        .where(and(before && ne(table.id, before.id), named))
    : []
  if (other) throw invalid({ domains: ['Este domínio já é de outra revenda'] })
}

/** How many companies each has, and who operates for it. */
async function about(ctx: Ctx, ids: number[]) {
  const counts = await ctx.db
    .select({ id: companies.resellerId, n: sql<number>`count(*)` })
    .from(companies)
    .where(and(oneOf(companies.resellerId, ids), sql`${companies.deletedAt} is null`))
    .groupBy(companies.resellerId)
  const people = await ctx.db
    .select({ id: companies.resellerId, name: users.name, email: users.email })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(oneOf(companies.resellerId, ids), eq(users.super, true)))
  const operators = Map.groupBy(people, ({ id }) => id)
  const companiesOf = new Map(counts.map(({ id, n }) => [id, n]))
  return (id: number) => ({
    companies: companiesOf.get(id) ?? 0,
    operators: (operators.get(id) ?? []).map(({ name, email }) => ({ name, email })),
  })
}

/** Who sells the product under a name of their own: the house's operators write them. */
const base = noun({
  name: 'reseller',
  api: resellerApi,
  table,
  scope: ofInstallation<Reseller>(() => toOperators('resellers:write')(null, { resellerId: null })),
  body: ResellerPatch,
  pageSize: 20,
  order: 'sort_name, id',
  search: async (_, text) =>
    or(contains(table.name, text), sql`exists (select 1 from json_each(${table.domains}) where ${contains(sql`value`, text)})`),
  unique: { name: 'Este nome já está em uso' },
  check: mustBeFree,
  rights: { read: allow('resellers:write'), write: allow('resellers:write') },
  async view(ctx, rows) {
    const more = await about(
      ctx,
      rows.map(({ id }) => id),
    )
    return rows.map(row => ({ ...row, ...more(row.id) }))
  },
})
type Shown = Awaited<ReturnType<typeof base.get>>
declare module '#kernel/context' {
  interface Events {
    reseller: NounEvent<typeof resellerApi, Shown>
  }
}

const update = (ctx: Ctx, id: number, input: v.InferOutput<typeof ResellerPatch>) =>
  transaction(ctx, async ctx => {
    // Whether its operators operate may be another thing now.
    ctx.access.changed({ everybody: true, resellers: true })
    return base.update(ctx, id, input)
  })

/** The company whose people operate for it; part of the transaction that makes both. */
async function settle(ctx: Ctx, reseller: Reseller, companyId: number) {
  const [row] = await ctx.db.update(table).set({ ownCompanyId: companyId }).where(eq(table.id, reseller.id)).returning()
  ctx.access.changed({ resellers: true })
  return base.tell(ctx, 'create', row!)
}

/** That of a company; undefined for one of the house's. */
async function ofCompany({ db }: Pick<Ctx, 'db'>, companyId: number): Promise<Reseller | undefined> {
  const [row] = await db
    .select({ reseller: table })
    .from(companies)
    .innerJoin(table, eq(table.id, companies.resellerId))
    .where(eq(companies.id, companyId))
  return row?.reseller
}

const byId = async (db: Db, id: number) => (await db.select().from(table).where(eq(table.id, id)))[0]

/** Where the people of the own company reach the installation: what mails and messages lead to. Never where a Host header says. */
async function publicUrl(ctx: Ctx, ofHouse: string | undefined) {
  const reseller = await ofCompany(ctx, ctx.companyId)
  return reseller ? addressOf(reseller, ofHouse) : ofHouse
}

export const resellers = { ...base, update, settle, ofCompany, byId, publicUrl }

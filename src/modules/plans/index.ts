import { asc, count, eq, getTableColumns } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { transaction, type Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import { router } from '#kernel/http/router'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { ofInstallation } from '#kernel/noun/scope'
import type { Db } from '#kernel/storage/libsql'
import { companies } from '../companies/schema'
import { allow, toOperators } from '../rights'
import { planApi } from './api'
import { PlanBody } from './body'
import { plans as table } from './schema'

export type Plan = typeof table.$inferSelect

/** What companies may use, and how much of it: operators write them. */
const base = noun({
  name: 'plan',
  api: planApi,
  table,
  scope: ofInstallation<Plan>(toOperators('plans:write')),
  body: PlanBody,
  pageSize: 20,
  order: 'name',
  search: [table.name],
  unique: { name: 'Este nome já está em uso' },
  rights: { read: allow('plans:write'), write: allow('plans:write') },
  contract: { deleted: null, list: false },
})
declare module '#kernel/context' {
  interface Events {
    plan: NounEvent<typeof planApi, Plan>
  }
}

/** What its companies may do follows at once. */
const update: typeof base.update = (ctx, id, input) =>
  transaction(ctx, async ctx => {
    ctx.access.changed({ planId: id })
    return base.update(ctx, id, input)
  })

const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    await base.load(ctx, id)
    const using = await ctx.db.$count(companies, eq(companies.planId, id))
    if (using) throw new AppError('ERR_PLAN_IN_USE', 409, { companies: using })
    return base.remove(ctx, id)
  })

/** The plan of the first company: nothing is limited in an installation of one's own. */
const OWN = { name: 'Completo', users: 1000, connections: 100, queues: 200, value: 0 }

async function ensureOwn(db: Db): Promise<number> {
  const [known] = await db.select({ id: table.id }).from(table).orderBy(asc(table.id)).limit(1)
  return known?.id ?? (await db.insert(table).values(OWN).returning({ id: table.id }))[0]!.id
}

/** What a plan may name and this version does not have. Whatever is built leaves the list; what is stored of it stays as it is. */
const NOT_BUILT = ['useSchedules', 'useInternalChat'] as const
export type Feature = Exclude<Extract<keyof Plan, `use${string}`>, 'users'>

const has = (feature: Feature) => !(NOT_BUILT as readonly Feature[]).includes(feature)

/** A plan as clients read it: they offer a page for every flag that is on. */
const shown = (plan: Plan): Plan => ({ ...plan, ...Object.fromEntries(NOT_BUILT.map(feature => [feature, false])) })

/** What a company may use: of what is built all that its plan has, and everything while it has no plan. */
async function featuresOf(db: Db, planId: number | null): Promise<Set<Feature>> {
  const [plan] = planId ? await db.select().from(table).where(eq(table.id, planId)) : []
  const flags = Object.keys(getTableColumns(table)).filter((name): name is Feature => name.startsWith('use') && name !== 'users')
  return new Set(flags.filter(flag => has(flag) && (plan?.[flag] ?? true)))
}

const offered = async (db: Db) => (await db.select().from(table).orderBy(asc(table.id)).limit(500)).map(shown)

const FULL = { users: 'ERR_USER_LIMIT', connections: 'ERR_CONNECTION_LIMIT', queues: 'ERR_QUEUE_LIMIT' } as const

/** The check of a noun that a plan counts: it refuses one more row than the company's plan allows. */
const limits = (noun: keyof typeof FULL, counted: SQLiteTable & { companyId: SQLiteColumn }) => (ctx: Ctx, _: object, before?: object) =>
  before ? undefined : assertCapacity(ctx, noun, counted)

async function assertCapacity(ctx: Ctx, noun: keyof typeof FULL, counted: SQLiteTable & { companyId: SQLiteColumn }) {
  const [plan] = await ctx.db
    .select({ limit: table[noun] })
    .from(companies)
    .innerJoin(table, eq(table.id, companies.planId))
    .where(eq(companies.id, ctx.companyId))
  if (!plan) return
  const [used] = await ctx.db
    .select({ n: count() })
    .from(counted as SQLiteTable)
    .where(eq(counted.companyId, ctx.companyId))
  if (used!.n >= plan.limit) throw new AppError(FULL[noun], 400, { limit: plan.limit })
}

export const plans = { ...base, update, remove, ensureOwn, offered, limits, featuresOf, has, shown }
export const planRoutes = nounRoutes(plans)

/** Open to everyone: the sign-up page offers them. */
export const offeredPlanRoutes = router().get('/list', async c => c.json(await offered(c.var.ctx.db)))

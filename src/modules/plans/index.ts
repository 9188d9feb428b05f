import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, invalid, notFound } from '#kernel/errors'
import { router } from '#kernel/http/router'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { nounRoutes } from '#kernel/noun/routes'
import { countsOf } from '#kernel/storage/counts-of'
import type { Db } from '#kernel/storage/libsql'
import { companies } from '../companies/schema'
import { allow, ofReseller, operated, toOperators } from '../rights'
import { allowanceOf, featuresOf, limits, limitsOf, type Plan } from './allowance'
import { planApi } from './api'
import { PlanBody } from './body'
import { plans as table } from './schema'

export type { Feature, Plan } from './allowance'
export { LIMITS, type Exceptions } from './body'

/** How many companies have each of the plans. */
const companiesOf = ({ db }: Ctx, ids: number[]) => countsOf(db, companies.planId, ids)

/** A plan of the operator's own use is not one that strangers choose. */
function mustBeEither(_: Ctx, values: Partial<Plan>, before?: Plan) {
  const { isPublic, useInternal } = { ...before, ...values }
  if (isPublic && useInternal) throw invalid({ useInternal: ['Um plano interno não é oferecido no cadastro'] })
}

/** What companies may use, and how much of it: operators write them. */
const base = noun({
  name: 'plan',
  api: planApi,
  table,
  scope: ofReseller<Plan>(table, toOperators('plans:write')),
  body: PlanBody,
  pageSize: 20,
  order: 'sort_name, id',
  search: [table.name],
  unique: { name: 'Este nome já está em uso' },
  check: mustBeEither,
  rights: { read: allow('plans:write'), write: allow('plans:write') },
  contract: { deleted: null, list: false },
  async view(ctx, rows) {
    const using = await companiesOf(
      ctx,
      rows.map(({ id }) => id),
    )
    return rows.map(plan => ({ ...plan, companies: using.get(plan.id) ?? 0 }))
  },
})
type Shown = Awaited<ReturnType<typeof base.get>>
declare module '#kernel/context' {
  interface Events {
    plan: NounEvent<typeof planApi, Shown>
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

const of = (resellerId: number | null) => (resellerId === null ? isNull(table.resellerId) : eq(table.resellerId, resellerId))

/** The plan of the first company: nothing is limited in an installation of one's own. */
const OWN = { name: 'Completo', users: 1000, connections: 100, queues: 200, value: 0 }

async function ensureOwn(db: Db, resellerId: number | null): Promise<number> {
  const [known] = await db.select({ id: table.id }).from(table).where(of(resellerId)).orderBy(asc(table.id)).limit(1)
  return (
    known?.id ??
    (
      await db
        .insert(table)
        .values({ ...OWN, resellerId })
        .returning({ id: table.id })
    )[0]!.id
  )
}

/** Those that strangers may choose from, the cheapest first. */
const offered = (db: Db, resellerId: number | null) =>
  db
    .select()
    .from(table)
    .where(and(of(resellerId), eq(table.isPublic, true)))
    .orderBy(asc(table.value), asc(table.id))
    .limit(100)

/** Those that an operator gives to companies: the house's operators of the resellers' too, each to its own. */
async function toGive(ctx: Ctx) {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(operated(ctx, table.resellerId))
    .orderBy(sql`sort_name`, asc(table.id))
    .limit(5_000)
  return base.view(ctx, rows)
}

/** A company has a plan of who it belongs to. */
async function mustBeOf(ctx: Ctx, id: number | null | undefined, resellerId: number | null) {
  if (id && !(await ctx.db.$count(table, and(eq(table.id, id), of(resellerId))))) throw notFound('plan')
}

/** One that a stranger chose; part of the caller's transaction. */
async function choose(db: Db, id: number, resellerId: number | null) {
  const [plan] = await db
    .select()
    .from(table)
    .where(and(eq(table.id, id), of(resellerId), eq(table.isPublic, true)))
  if (!plan) throw notFound('plan')
  return plan
}

export const plans = { ...base, update, remove, ensureOwn, offered, choose, toGive, mustBeOf, allowanceOf, limits, limitsOf, featuresOf }
export const planRoutes = router()
  .get('/all', allow('plans:write'), async c => c.json(await toGive(c.var.ctx)))
  .route('/', nounRoutes(plans))

/** Open to everyone: the sign-up page offers them. Clients of this family ask by either name. */
export const offeredPlanRoutes = router()
  .get('/list', async c => c.json(await offered(c.var.ctx.db, c.var.here?.id ?? null)))
  .get('/register', async c => c.json(await offered(c.var.ctx.db, c.var.here?.id ?? null)))

import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, invalid, notFound, unique } from '#kernel/errors'
import type { Page } from '#kernel/http/paging'
import type { NounEvent } from '#kernel/noun/api'
import { noun } from '#kernel/noun/noun'
import { contains } from '#kernel/storage/contains'
import type { Scope } from '#kernel/noun/scope'
import type { Db } from '#kernel/storage/libsql'
import { type Exceptions, plans } from '../plans'
import { plans as planTable } from '../plans/schema'
import { allow, operated, toOperators, toOperatorsAndHouse } from '../rights'
import { settings } from '../settings'
import { resellers as resellerTable } from '../resellers/schema'
import { users as userTable } from '../users/schema'
import { companyApi } from './api'
import { CompanyBody, type CompanyHoursBody, CompanyPatch, DEMO_DAYS } from './body'
import { byPlan, type CompanyState, namesOfResellers, STATES } from './company-states'
import { dayStart, days, month, today } from './calendar'
import { instantOf, local } from './clock'
import { demonstrates } from './demonstrations'
import { dueDay, dueMoment, mustBeActive, mustBeOpen, nextDue } from './due'
import { committed, get, real } from './own'
import { later } from './recurrence'
import { companies as table } from './schema'
import { mustServe, serves, termsOf } from './serving'
import { trash } from './trash'
import { usageOf } from './usage'

export { WEEKDAYS } from './body'
export { demonstrations, type EndedDemonstration } from './demonstrations'
export * from './recurrence'
export { standingOf, type Owing, type Terms } from './standing'
export { closedDates, closedPeriod, isOpen, openPeriods, type Hours } from './hours'
export { discard, purgeDiscarded, TRASH } from './trash'

export type Company = typeof table.$inferSelect
export type Language = Company['language']
type Input = v.InferOutput<typeof CompanyBody>
type Patch = v.InferOutput<typeof CompanyPatch>

/** A company is the scope of all others: its people see their own, and operators those that they operate. */
const scope: Scope<Company> = {
  kind: 'installation',
  read: ctx => and(real, ctx.actor.super ? operated(ctx, table.resellerId) : eq(table.id, ctx.companyId)),
  owner: () => ({}),
  rooms: toOperatorsAndHouse('companies:write'),
}

/** A company as its people see it: its due date as a moment. */
const shown = <Row extends Pick<Company, 'dueDate' | 'timeZone'>>(row: Row) => ({ ...row, dueDate: dueMoment(row) })

const base = noun({
  name: 'company',
  api: companyApi,
  table,
  scope,
  body: CompanyBody,
  patch: CompanyPatch,
  whole: false,
  pageSize: 20,
  order: 'sort_name, id',
  search: async (_, text) =>
    or(
      contains(table.name, text),
      contains(table.email, text),
      sql`${table.planId} in (select id from ${planTable} where ${contains(planTable.name, text)})`,
    ),
  check: (ctx, { planId }, before) => plans.mustBeOf(ctx, planId, before?.resellerId ?? null),
  rights: { read: allow('companies:write'), write: allow('companies:write') },
  /** With its plan and what it uses, for its operators. */
  async view(ctx, rows) {
    const ids = rows.map(({ id }) => id)
    const plansById = await byPlan(ctx.db, rows)
    const usage = await usageOf(ctx, ids)
    const resellerNames = await namesOfResellers(ctx.db, rows)
    return rows.map(({ deletedAt, ...row }) => ({
      ...shown(row),
      plan: plansById.get(row.planId!) ?? null,
      reseller: resellerNames.get(row.resellerId!) ?? null,
      usage: usage(row.id),
      dueDay: row.dueDate,
      nextDueDay: nextDue(row.dueDate, row.recurrence),
    }))
  },
})
type Shown = Awaited<ReturnType<typeof base.get>>
type Own = Omit<ReturnType<typeof shown<Company>>, 'deletedAt'>
declare module '#kernel/context' {
  interface Events {
    company: NounEvent<typeof companyApi, Shown | Own>
  }
}

type Narrowing = { state?: CompanyState; /** 0 is the house. */ resellerId?: number }
const ofReseller = (id: number) => (id ? eq(table.resellerId, id) : isNull(table.resellerId))
async function list(ctx: Ctx, page: Page, { state, resellerId }: Narrowing = {}) {
  const within = state && STATES[state](today(await get(ctx)))
  return base.list(ctx, page, {}, and(within, resellerId === undefined ? undefined : ofReseller(resellerId)))
}

/** Every one with its settings, as clients of the family ask for all at once. */
async function all(ctx: Ctx) {
  const rows = await base.all(ctx)
  const settingsOf = await settings.ofCompanies(ctx, rows)
  return rows.map(row => ({ ...row, settings: settingsOf(row.id) }))
}

/** Makes a company; part of the caller's transaction. What nobody chose is the first plan. */
async function create(db: Db, { dueDate = null, ...input }: Partial<Omit<Company, 'id'>> & { name: string }) {
  const planId = input.planId ?? (await plans.ensureOwn(db, input.resellerId ?? null))
  const clock = { timeZone: input.timeZone ?? 'America/Sao_Paulo' }
  const ends = dueDate ? dueDay(clock, dueDate) : input.isDemo ? later(today(clock), DEMO_DAYS) : null
  const [company] = await unique(
    'ERR_COMPANY_NAME_ALREADY_EXISTS',
    db
      .insert(table)
      .values({ ...input, planId, dueDate: ends })
      .returning(),
  )
  return company!
}

/** Tells operators, and the company's own people what concerns them. */
async function tell(ctx: Ctx, action: 'create' | 'update', row: Company) {
  const { deletedAt, ...own } = shown(row)
  ctx.within(row.id).publish('company', { action, company: own })
  return base.tell(ctx, action, row)
}

/** What is written beside the row: a setting of the family. */
async function settle(ctx: Ctx, id: number, { campaignsEnabled }: Patch) {
  if (campaignsEnabled !== undefined) await settings.set(ctx.within(id), 'campaignsEnabled', campaignsEnabled)
}

/** What is an exception from now on: null is as the plan says again. */
const merged = (before: Exceptions, given: Patch['exceptions']): Exceptions =>
  Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== null && value !== undefined))

const update = (ctx: Ctx, id: number, { campaignsEnabled, exceptions, dueDate, ...input }: Patch) =>
  transaction(ctx, async ctx => {
    const before = await base.load(ctx, id)
    if (input.isDemo && !before.isDemo) throw invalid({ isDemo: ['Uma empresa que é cliente não volta a ser demonstração'] })
    const row = await unique(
      'ERR_COMPANY_NAME_ALREADY_EXISTS',
      base.change(ctx, before, {
        ...input,
        ...(dueDate !== undefined && { dueDate: dueDay(before, dueDate) }),
        ...(exceptions && { exceptions: merged(before.exceptions, exceptions) }),
      }),
    )
    await settle(ctx, id, { campaignsEnabled })
    ctx.access.changed({ companyId: id })
    return tell(ctx, 'update', row)
  })

/** One period more by hand. */
const extend = (ctx: Ctx, id: number, from: string) =>
  transaction(ctx, async ctx => {
    const { dueDate, recurrence } = await base.load(ctx, id)
    if (!recurrence) throw invalid({ recurrence: ['Obrigatório'] })
    return dueDate === from ? update(ctx, id, { dueDate: nextDue(from, recurrence) }) : base.get(ctx, id)
  })

/** Gone for everybody at once, with its name; its rows follow. Who operates the installation is not deleted with a company. */
const remove = (ctx: Ctx, id: number) =>
  transaction(ctx, async ctx => {
    const row = await base.load(ctx, id)
    await mustNotOperate(ctx, id)
    await ctx.db
      .update(table)
      .set({ name: crypto.randomUUID(), email: null, phone: null, planId: null, status: false, deletedAt: new Date() })
      .where(eq(table.id, id))
    ctx.publish('company', { action: 'delete', companyId: id }, scope.rooms!(ctx, row))
    ctx.access.changed({ companyId: id })
  })

/** The row of one that was deleted, when nothing is left of it. */
const purge = async (db: Db, id: number) =>
  (await db.delete(table).where(and(eq(table.id, id), sql`${table.deletedAt} is not null`))).rowsAffected

const exists = async (db: Db) => (await db.select({ id: table.id }).from(table).where(real).limit(1)).length > 0

/** The company that came first: the house's own. */
const first = async (db: Db) => (await db.select().from(table).where(real).orderBy(asc(table.id)).limit(1))[0]

/** The own company of who operates another: its reseller's, or the house's. */
async function operatorOf(db: Db, { resellerId }: Pick<Company, 'resellerId'>): Promise<Company | undefined> {
  if (resellerId === null) return first(db)
  const [row] = await db
    .select({ company: table })
    .from(resellerTable)
    .innerJoin(table, eq(table.id, resellerTable.ownCompanyId))
    .where(eq(resellerTable.id, resellerId))
  return row?.company
}

/**
 * Gives a company to a reseller, or back to the house, with a plan of theirs; part of the caller's transaction. Whoever operates stays:
 * in another house they would operate other companies.
 */
async function move(ctx: Ctx, id: number, { resellerId, planId }: { resellerId: number | null; planId: number | null }) {
  const before = await base.load(ctx, id)
  await plans.mustBeOf(ctx, planId, resellerId)
  await mustNotOperate(ctx, id)
  const [row] = await unique(
    'ERR_COMPANY_NAME_ALREADY_EXISTS',
    ctx.db
      .update(table)
      .set({ resellerId, planId: planId ?? (await plans.ensureOwn(ctx.db, resellerId)), updatedAt: new Date() })
      .where(eq(table.id, id))
      .returning(),
  )
  if (before.resellerId !== null && before.resellerId !== resellerId)
    ctx.publish('company', { action: 'delete', companyId: id }, toOperators('companies:write')(ctx, before))
  ctx.access.changed({ companyId: id })
  return tell(ctx, 'update', row!)
}

async function mustNotOperate(ctx: Ctx, id: number) {
  const operators = await ctx.db.$count(userTable, and(eq(userTable.companyId, id), eq(userTable.super, true)))
  if (operators) throw new AppError('ERR_COMPANY_OPERATES', 409, { operators })
}

/** How many there are, for those who operate them; anybody else knows one. */
const count = (ctx: Ctx) => (ctx.actor.super ? ctx.db.$count(table, and(real, operated(ctx, table.resellerId))) : 1)

/** As its own people read it, or whoever operates it. */
async function find(ctx: Ctx, id: number) {
  if (ctx.actor.super) return base.get(ctx, id)
  const { deletedAt, ...row } = await get(ctx, id)
  return shown(row)
}

async function withPlan(ctx: Ctx, id: number) {
  const company = await get(ctx, id)
  const { name, email, status, dueDate, createdAt, phone, planId } = shown(company)
  const [plan] = planId ? await ctx.db.select().from(planTable).where(eq(planTable.id, planId)) : []
  return {
    id,
    name,
    email,
    status,
    dueDate,
    createdAt,
    phone,
    plan: plan ? { ...plan, ...company.exceptions, ...(await plans.limitsOf(ctx.db, company)) } : null,
  }
}

/** Moves the due date; what hangs on it follows at once. Part of the caller's transaction. */
async function setDueDate(ctx: Ctx, dueDate: string): Promise<Company> {
  const [company] = await ctx.db.update(table).set({ dueDate }).where(eq(table.id, ctx.companyId)).returning()
  ctx.access.changed({ companyId: ctx.companyId })
  return company!
}

/** The own company is on another plan from now on. Part of the caller's transaction. */
async function setPlan(ctx: Ctx, planId: number): Promise<Company> {
  const [company] = await ctx.db.update(table).set({ planId, updatedAt: new Date() }).where(eq(table.id, ctx.companyId)).returning()
  ctx.access.changed({ companyId: ctx.companyId })
  await tell(ctx, 'update', company!)
  return company!
}

/** How much the own company has of what a plan counts. */
const usage = async (ctx: Ctx) => (await usageOf(ctx, [ctx.companyId]))(ctx.companyId)

/** Writes where bills of the own company are sent. */
async function setEmail(ctx: Ctx, email: string): Promise<Company> {
  const [company] = await ctx.db.update(table).set({ email }).where(eq(table.id, ctx.companyId)).returning()
  return company!
}

/** Writes when the own company serves, and on which clock. */
const setHours = (ctx: Ctx, id: number, hours: v.InferOutput<typeof CompanyHoursBody>) =>
  transaction(ctx, async ctx => {
    if (id !== ctx.companyId) throw notFound('company')
    await ctx.db
      .update(table)
      .set({ ...hours, updatedAt: new Date() })
      .where(eq(table.id, id))
    // The clock decides when a subscription ends.
    ctx.access.changed({ companyId: id })
    return find(ctx, id)
  })

const USED_MS = 10 * 60_000
/** Somebody is there. Throttled to a write in ten minutes, so that a morning's sign-ins write little. */
const used = (db: Db, id: number) => {
  const now = new Date()
  return db
    .update(table)
    .set({ lastUsedAt: now, updatedAt: sql`${table.updatedAt}` })
    .where(and(eq(table.id, id), or(isNull(table.lastUsedAt), lt(table.lastUsedAt, new Date(now.getTime() - USED_MS)))))
}

export const companies = {
  facts: base.facts,
  load: base.load,
  mustOwn: base.mustOwn,
  trash,
  list,
  all,
  find,
  create,
  settle,
  tell,
  update,
  extend,
  remove,
  purge,
  exists,
  first,
  operatorOf,
  move,
  count,
  get,
  committed,
  withPlan,
  setHours,
  used,
  serves,
  shown,
  dueMoment,
  local,
  instantOf,
  today,
  month,
  later,
  setDueDate,
  setPlan,
  usage,
  setEmail,
  dayStart,
  days,
  mustBeOpen,
  mustBeActive,
  mustServe,
  demonstrates,
  termsOf,
}
export type { Input as NewCompany }

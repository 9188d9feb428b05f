import { and, asc, eq, ne } from 'drizzle-orm'
import type * as v from 'valibot'
import { transaction, type Ctx } from '#kernel/context'
import { AppError, notFound, unique } from '#kernel/errors'
import { Id } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import type { Db } from '#kernel/storage/libsql'
import { plans as planTable } from '../plans/schema'
import { plans } from '../plans'
import { allow } from '../rights'
import { CompanyHoursBody } from './body'
import { local } from './clock'
import { companies as table } from './schema'

export { WEEKDAYS } from './body'
export { closedPeriod, isOpen, openPeriods, type Hours } from './hours'

export type Company = typeof table.$inferSelect

// Told by no facts of a noun: a company is the scope of the others, and is made with its first person.
export type Language = Company['language']

/**
 * Nobody's company: what was deleted and still has rows belongs to it until they are gone too. Whatever reads by company has none of it
 * from then on.
 */
export const TRASH = 0
const real = ne(table.id, TRASH)

/** The trash, for rows to be put in; part of the caller's transaction. */
async function trash(db: Db) {
  await db.insert(table).values({ id: TRASH, name: '', status: false }).onConflictDoNothing()
  return TRASH
}

/** Makes a company; part of the caller's transaction. */
async function create(db: Db, input: { name: string; email?: string; language?: Language }) {
  const planId = await plans.ensureOwn(db)
  const [company] = await unique(
    'ERR_COMPANY_NAME_ALREADY_EXISTS',
    db
      .insert(table)
      .values({ ...input, planId })
      .returning(),
  )
  return company!
}

const exists = async (db: Db) => (await db.select({ id: table.id }).from(table).where(real).limit(1)).length > 0

/** The company that came first: the operator's own. */
const first = async (db: Db) => (await db.select().from(table).where(real).orderBy(asc(table.id)).limit(1))[0]

/** How many there are, for those who operate them all; anybody else knows one. */
const count = (ctx: Ctx) => (ctx.actor.super ? ctx.db.$count(table, real) : 1)

async function get(ctx: Ctx, id = ctx.companyId) {
  if (id !== ctx.companyId && !ctx.actor.super) throw notFound('company')
  const [company] = await ctx.db
    .select()
    .from(table)
    .where(and(real, eq(table.id, id)))
  if (!company) throw notFound('company')
  return company
}

/** Today in the company's zone, as YYYY-MM-DD. */
const today = (company: Pick<Company, 'timeZone'>, now = new Date()) => local(company, now).slice(0, 10)

/** This month there, as YYYY-MM. */
const month = (company: Pick<Company, 'timeZone'>) => today(company).slice(0, 7)

const DAY = 24 * 3600_000
/** Another civil date, so many days later. */
const later = (date: string, days: number) => new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** When a civil date begins where the company is: at midnight, or an hour later where clocks are changed then. */
function dayStart(company: Pick<Company, 'timeZone'>, date: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const offset = (at: number) => Date.parse(`${local(company, at).replace(' ', 'T')}Z`) - at
  const [first, second] = [offset(midnight - DAY), offset(midnight + DAY)].map(one => midnight - one).toSorted((a, b) => a - b)
  return local(company, first!).startsWith(date) ? first! : second!
}

/** The civil dates from one to another, each with when it begins and ends. Most days end after 24 hours, which is looked up at once. */
function days(company: Pick<Company, 'timeZone'>, first: string, last: string) {
  const found: { date: string; from: number; to: number }[] = []
  for (let date = first, from = dayStart(company, first); date <= last;) {
    const next = later(date, 1)
    const to = local(company, from + DAY) === `${next} 00:00:00` ? from + DAY : dayStart(company, next)
    found.push({ date, from, to })
    date = next
    from = to
  }
  return found
}

/** Refuses who is switched off or overdue. The due date itself still counts. */
function mustBeActive(company: Pick<Company, 'status' | 'dueDate' | 'timeZone'>) {
  if (!company.status || (company.dueDate && company.dueDate < today(company)))
    throw new AppError('ERR_SUBSCRIPTION_EXPIRED', 402, { dueDate: company.dueDate })
}

/** In place of no end at all: clients of this family read a moment, and let nobody in without one. */
const NEVER = '2999-12-31T23:59:59.999Z'

/** The last moment of the due day where the company is. */
const dueMoment = (company: Pick<Company, 'dueDate' | 'timeZone'>): string =>
  company.dueDate ? new Date(dayStart(company, later(company.dueDate, 1)) - 1).toISOString() : NEVER

/** A company as clients see it: its due date as a moment. */
const shown = <Row extends Pick<Company, 'dueDate' | 'timeZone'>>(row: Row) => ({ ...row, dueDate: dueMoment(row) })

async function withPlan(ctx: Ctx, id: number) {
  const { name, email, status, dueDate, createdAt, phone, planId } = shown(await get(ctx, id))
  const [plan] = planId ? await ctx.db.select().from(planTable).where(eq(planTable.id, planId)) : []
  return { id, name, email, status, dueDate, createdAt, phone, plan: plan ? plans.shown(plan) : null }
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
    return get(ctx)
  })

export const companies = {
  trash,
  create,
  exists,
  first,
  count,
  get,
  shown,
  dueMoment,
  local,
  today,
  month,
  later,
  dayStart,
  days,
  mustBeActive,
}

export const companyRoutes = router()
  .get('/listPlan/:id', valid('param', Id), async c => c.json(await withPlan(c.var.ctx, c.req.valid('param').id)))
  .get('/:id', valid('param', Id), async c => c.json(shown(await get(c.var.ctx, c.req.valid('param').id))))
  .put('/:id/schedules', allow('settings:write'), valid('param', Id), valid('json', CompanyHoursBody), async c =>
    c.json(shown(await setHours(c.var.ctx, c.req.valid('param').id, c.req.valid('json')))),
  )

import { and, asc, eq, ne } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import { AppError, notFound, unique } from '#kernel/errors'
import { Id } from '#kernel/http/paging'
import { router } from '#kernel/http/router'
import { valid } from '#kernel/http/validation'
import type { Db } from '#kernel/storage/libsql'
import { plans as planTable } from '../plans/schema'
import { plans } from '../plans'
import { companies as table } from './schema'

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
function today({ timeZone }: Pick<Company, 'timeZone'>, now = new Date()) {
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  calendars.set(timeZone, calendar)
  return calendar.format(now)
}
/** Made once: it costs as much as the rest of a request. */
const calendars = new Map<string, Intl.DateTimeFormat>()

/** Refuses who is switched off or overdue. The due date itself still counts. */
function mustBeActive(company: Pick<Company, 'status' | 'dueDate' | 'timeZone'>) {
  if (!company.status || (company.dueDate && company.dueDate < today(company)))
    throw new AppError('ERR_SUBSCRIPTION_EXPIRED', 402, { dueDate: company.dueDate })
}

/** In place of no end at all: clients of this family read a moment, and let nobody in without one. */
const NEVER = '2999-12-31T23:59:59.999Z'

/** The last moment of the due day where the company is. */
function dueMoment({ dueDate, timeZone }: Pick<Company, 'dueDate' | 'timeZone'>): string {
  if (!dueDate) return NEVER
  const midnight = Date.parse(`${dueDate}T00:00:00Z`) + 24 * 3600_000
  const offset = (at: number) => Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`) - at
  // The offset of that very midnight: it may differ from the one in between on the day that clocks are changed.
  return new Date(midnight - offset(midnight - offset(midnight)) - 1).toISOString()
}

/** A company as clients see it: its due date as a moment. */
const shown = <Row extends Pick<Company, 'dueDate' | 'timeZone'>>(row: Row) => ({ ...row, dueDate: dueMoment(row) })

async function withPlan(ctx: Ctx, id: number) {
  const { name, email, status, dueDate, createdAt, phone, planId } = shown(await get(ctx, id))
  const [plan] = planId ? await ctx.db.select().from(planTable).where(eq(planTable.id, planId)) : []
  return { id, name, email, status, dueDate, createdAt, phone, plan: plan ? plans.shown(plan) : null }
}

export const companies = { trash, create, exists, first, get, shown, dueMoment, today, mustBeActive }

export const companyRoutes = router()
  .get('/listPlan/:id', valid('param', Id), async c => c.json(await withPlan(c.var.ctx, c.req.valid('param').id)))
  .get('/:id', valid('param', Id), async c => c.json(shown(await get(c.var.ctx, c.req.valid('param').id))))

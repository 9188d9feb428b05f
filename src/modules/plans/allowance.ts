import { and, eq, getTableColumns, sql, sum } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '#kernel/context'
import { AppError } from '#kernel/errors'
import type { Db } from '#kernel/storage/libsql'
import { companies } from '../companies/schema'
import { invoiceItems, isWaiting } from '../invoices/schema'
import { type Exceptions, LIMITS } from './body'
import { plans as table } from './schema'

export type Plan = typeof table.$inferSelect
/** Whom a plan is asked for. */
type Customer = { planId: number | null; exceptions: Exceptions }

export type Feature = Exclude<Extract<keyof Plan, `use${string}`>, 'users'>

const planOf = async (db: Db, planId: number | null) =>
  planId ? (await db.select().from(table).where(eq(table.id, planId)))[0] : undefined

/** The plan of a company with what is another thing for it: what it may use, and how much. Without a plan nothing is limited but by that. */
export async function allowanceOf(db: Db, { planId, exceptions }: Customer): Promise<Partial<Plan>> {
  return { ...(await planOf(db, planId)), ...exceptions }
}

const FEATURES = Object.keys(getTableColumns(table)).filter((name): name is Feature => name.startsWith('use') && name !== 'users')

/** All that a company may use. */
export async function featuresOf(db: Db, customer: Customer): Promise<Set<Feature>> {
  const allowance = await allowanceOf(db, customer)
  return new Set(FEATURES.filter(feature => allowance[feature] ?? true))
}

type Limits = { [K in (typeof LIMITS)[number]]?: number }

/** How much a company may have, on its own plan or on another: as the plan or its exception says, and what it pays for by the piece. */
export async function limitsOf(db: Db, { id, ...customer }: Customer & { id: number }): Promise<Limits> {
  const allowance = await allowanceOf(db, customer)
  const rows = await db
    .select({ kind: invoiceItems.kind, n: sum(invoiceItems.n).mapWith(Number) })
    .from(invoiceItems)
    .where(and(eq(invoiceItems.companyId, id), isWaiting))
    .groupBy(invoiceItems.kind)
  const sold = new Map<string, number>(rows.map(({ kind, n }) => [kind, n]))
  return Object.fromEntries(
    LIMITS.flatMap(name => {
      const limit = allowance[name]
      return limit === undefined ? [] : [[name, limit + (sold.get(name) ?? 0)]]
    }),
  )
}

const FULL = { users: 'ERR_USER_LIMIT', connections: 'ERR_CONNECTION_LIMIT', queues: 'ERR_QUEUE_LIMIT' } as const
type Counted = SQLiteTable & { companyId: SQLiteColumn }

/** The check of a noun that a plan counts: it refuses one more row than the company may have. */
export const limits = (noun: keyof typeof FULL, counted: Counted) => (ctx: Ctx, _: object, before?: object) =>
  before ? undefined : assertCapacity(ctx, noun, counted)

async function assertCapacity(ctx: Ctx, noun: keyof typeof FULL, counted: Counted) {
  const customer = { id: companies.id, planId: companies.planId, exceptions: companies.exceptions }
  const [company] = await ctx.db.select(customer).from(companies).where(eq(companies.id, ctx.companyId))
  const limit = company && (await limitsOf(ctx.db, company))[noun]
  if (limit === undefined) return
  if ((await ctx.db.$count(counted, sql`${counted.companyId} = ${ctx.companyId}`)) >= limit) throw new AppError(FULL[noun], 400, { limit })
}

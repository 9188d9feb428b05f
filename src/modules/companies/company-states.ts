import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#kernel/storage/libsql'
import { oneOf } from '#kernel/storage/one-of'
import { plans as planTable } from '../plans/schema'
import { resellers as resellerTable } from '../resellers/schema'
import type { Company } from './index'
import { later } from './recurrence'
import { companies as table } from './schema'

/** The plans of some companies, by id, as the console of operators shows them. */
export async function byPlan(db: Db, rows: Company[]) {
  const ids = [...new Set(rows.flatMap(({ planId }) => planId ?? []))]
  const found = ids.length
    ? await db.select({ id: planTable.id, name: planTable.name, value: planTable.value }).from(planTable).where(inArray(planTable.id, ids))
    : []
  return new Map(found.map(plan => [plan.id, plan]))
}

/** What the resellers of some companies are called. */
export async function namesOfResellers(db: Db, rows: Company[]) {
  const ids = [...new Set(rows.flatMap(({ resellerId }) => resellerId ?? []))]
  const found = ids.length
    ? await db.select({ id: resellerTable.id, name: resellerTable.name }).from(resellerTable).where(oneOf(resellerTable.id, ids))
    : []
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** How far a company is from its due date, as the console tells them apart. */
export const STATES = {
  dueSoon: (now: string) => sql`${table.status} and ${table.dueDate} > ${now} and ${table.dueDate} <= ${later(now, 5)}`,
  overdue: (now: string) => sql`${table.status} and not ${table.isDemo} and ${table.dueDate} <= ${now}`,
  demonstration: () => eq(table.isDemo, true),
  suspended: () => eq(table.status, false),
} satisfies Record<string, (now: string) => SQL>
export type CompanyState = keyof typeof STATES

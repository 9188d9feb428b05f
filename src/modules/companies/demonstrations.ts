import { and, eq, lt } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import type { Db } from '#kernel/storage/libsql'
import { DEMO_KEPT_DAYS } from './body'
import { today } from './calendar'
import type { Language } from './index'
import { committed, real } from './own'
import { later } from './recurrence'
import { companies as table, demonstrationNotices as notices } from './schema'

type Notice = typeof notices.$inferSelect
type Company = typeof table.$inferSelect

/** The language of the own company, if it is a demonstration: asked with every message that it sends. */
export async function demonstrates(ctx: Ctx): Promise<Language | undefined> {
  const { isDemo, language } = await committed(ctx)
  return isDemo ? language : undefined
}

/** Those that are over by the calendar of whose they are, with the day on which they are deleted, and what was said of it. */
async function ended(db: Db, now = new Date()) {
  const rows = await db
    .select()
    .from(table)
    // A day more: where a company is, it may be another day than it is by UTC.
    .where(and(real, eq(table.isDemo, true), lt(table.dueDate, later(now.toISOString().slice(0, 10), 1))))
  const over = rows.filter(row => row.dueDate! < today(row, now))
  const sent = over.length ? await db.select().from(notices) : []
  return over.map(company => ({
    company,
    today: today(company, now),
    deletesOn: later(company.dueDate!, DEMO_KEPT_DAYS + 1),
    told: sent.filter(({ companyId, dueDate }) => companyId === company.id && dueDate === company.dueDate),
  }))
}
export type EndedDemonstration = Awaited<ReturnType<typeof ended>>[number]

/** Notes that its people are told; false when they were before. Part of the transaction that tells them. */
async function notice(ctx: Ctx, { dueDate }: Company, { kind, deletesOn }: Pick<Notice, 'kind' | 'deletesOn'>) {
  const row = { companyId: ctx.companyId, dueDate: dueDate!, kind, deletesOn }
  return (await ctx.db.insert(notices).values(row).onConflictDoNothing()).rowsAffected > 0
}

export const demonstrations = { ended, notice }

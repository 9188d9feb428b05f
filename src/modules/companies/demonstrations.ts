import { and, eq, lt } from 'drizzle-orm'
import type { Ctx } from '#kernel/context'
import type { Db } from '#kernel/storage/libsql'
import { DEMO_KEPT_DAYS } from './body'
import { local } from './clock'
import type { Language } from './index'
import { committed, real } from './own'
import { later } from './recurrence'
import { companies as table } from './schema'

/** The language of the own company, if it is a demonstration: asked with every message that it sends. */
export async function demonstrates(ctx: Ctx): Promise<Language | undefined> {
  const { isDemo, language } = await committed(ctx)
  return isDemo ? language : undefined
}

/** Demonstrations that ended so long ago that nothing of them is kept. */
export async function endedDemonstrations(db: Db, now = new Date()) {
  const rows = await db
    .select()
    .from(table)
    .where(and(real, eq(table.isDemo, true), lt(table.dueDate, later(now.toISOString().slice(0, 10), 1 - DEMO_KEPT_DAYS))))
  return rows.filter(row => later(row.dueDate!, DEMO_KEPT_DAYS) < local(row, now).slice(0, 10))
}

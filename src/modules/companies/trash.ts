import { and, eq } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '#kernel/context'
import type { Db } from '#kernel/storage/libsql'
import { companies } from './schema'

/**
 * Nobody's company: what was deleted and still has rows belongs to it until they are gone too. Whatever reads by company has none of it
 * from then on.
 */
export const TRASH = 0

type Owned = SQLiteTable & { id: SQLiteColumn; companyId: SQLiteColumn }

/** The trash, for rows to be put in; part of the caller's transaction. */
export async function trash(db: Db) {
  await db.insert(companies).values({ id: TRASH, name: '', status: false }).onConflictDoNothing()
  return TRASH
}

/** Takes a row out of its company at once; `freed` are its values that only one may have. The caller has checked the row, and tells. */
export async function discard(ctx: Ctx, table: Owned, id: number, freed: object = {}) {
  const values = { companyId: await trash(ctx.db), ...freed }
  await ctx.db.update(table).set(values).where(eq(table.id, id))
}

/** Deletes a row that was taken out, when nothing hangs on it any more; how many that were. */
export const purgeDiscarded = async (ctx: Ctx, table: Owned, id: number) =>
  (await ctx.db.delete(table).where(and(eq(table.companyId, TRASH), eq(table.id, id)))).rowsAffected

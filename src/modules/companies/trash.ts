import { and, eq, getTableName } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '#kernel/context'
import { clearReferences } from '#kernel/noun/references'
import { releaseFiles } from '#kernel/media/release-files'
import type { Db } from '#kernel/storage/libsql'
import { filesOf } from '#kernel/storage/tenant-rows'
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

/**
 * Takes a row out of its company at once, and from all rows that name it; `freed` are its values that only one may have. The caller has
 * checked the row, and tells.
 */
export async function discard(ctx: Ctx, table: Owned, id: number, freed: object = {}) {
  const values = { companyId: await trash(ctx.db), ...freed }
  await ctx.db.update(table).set(values).where(eq(table.id, id))
  await clearReferences(ctx, getTableName(table), id)
}

/** Deletes a row that was taken out, when nothing hangs on it any more, and the files that it named; how many that were. */
export async function purgeDiscarded(ctx: Ctx, table: Owned, id: number) {
  const files = await filesOf(ctx.db, getTableName(table), [id])
  const { rowsAffected } = await ctx.db.delete(table).where(and(eq(table.companyId, TRASH), eq(table.id, id)))
  if (rowsAffected) await releaseFiles(ctx, files)
  return rowsAffected
}

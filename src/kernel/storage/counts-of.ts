import { count } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Db } from './libsql'
import { oneOf } from './one-of'

/** How many rows name each of some others, by one statement; who is named by none is not in it. */
export async function countsOf(db: Db, reference: SQLiteColumn, ids: number[]): Promise<Map<number, number>> {
  const rows = await db.select({ id: reference, n: count() }).from(reference.table).where(oneOf(reference, ids)).groupBy(reference)
  return new Map(rows.map(({ id, n }) => [id as number, n]))
}

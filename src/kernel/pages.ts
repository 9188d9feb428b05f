import type { InValue } from '@libsql/client'
import { count, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Ctx } from './context'

type List = { where: SQL | undefined; orderBy: SQL[]; size: number; pageNumber: number }

/**
 * One page of a list as ids in their order, and how many there are in all. Ids come from an index alone, so that a late page costs no
 * more joins than the first; a page that isn't full tells the count itself.
 */
export async function pageOf(ctx: Ctx, table: SQLiteTable & { id: SQLiteColumn }, { where, orderBy, size, pageNumber }: List) {
  const from = size * (pageNumber - 1)
  const page = ctx.db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(...orderBy)
  const ids = await numbers(ctx, page.limit(size).offset(from))
  const isLast = ids.length < size && (ids.length > 0 || from === 0)
  const all = isLast ? from + ids.length : (await numbers(ctx, ctx.db.select({ n: count() }).from(table).where(where)))[0]!
  return { ids, count: all, hasMore: all > from + ids.length }
}

/** To count what a large company has costs more than all else of a list: what the reader found stands until something is committed. */
function numbers({ db, store }: Ctx, query: { toSQL(): { sql: string; params: unknown[] } }): Promise<number[]> {
  const { sql, params } = query.toSQL()
  const ask = async () => (await db.$client.execute({ sql, args: params as InValue[] })).rows.map(row => row[0] as number)
  return db === store.db ? store.standing.of(`${sql} ${JSON.stringify(params)}`, ask) : ask()
}

import { getTableColumns, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './libsql'

/** A query that is put together once for each database it runs on, for those that every message asks. Values go in by `sql.placeholder`. */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const ready = new WeakMap<Db, Query>()
  return db => {
    const known = ready.get(db)
    if (known) return known
    const query = build(db)
    ready.set(db, query)
    return query
  }
}

/** Adds a row by one lasting statement, which names every column. */
export function preparedInsert<Table extends SQLiteTable>(table: Table) {
  const columns = Object.entries(getTableColumns(table))
  const places = Object.fromEntries(columns.map(([key]) => [key, sql`${sql.placeholder(key)}`]))
  const query = prepared(db =>
    db
      .insert(table)
      .values(places as Table['$inferInsert'])
      .returning()
      .prepare(),
  )
  return async (db: Db, row: Table['$inferInsert']): Promise<Table['$inferSelect']> => {
    const values = columns.map(([key, column]) => {
      const value = (row as Record<string, unknown>)[key] ?? column.defaultFn?.() ?? column.default ?? null
      return [key, value === null ? null : column.mapToDriverValue(value)]
    })
    const [added] = (await query(db).all(Object.fromEntries(values))) as unknown as Table['$inferSelect'][]
    return added!
  }
}

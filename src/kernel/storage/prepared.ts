import type { InValue } from '@libsql/client'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
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

/** Adds a row by one lasting statement, which names every column: only the id comes from the database. */
export function preparedInsert<Table extends SQLiteTable & { id: SQLiteColumn }>(table: Table) {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key !== 'id')
  const names = columns.map(([key]) => toSnakeCase(key))
  const text = `insert into ${getTableName(table)} (${names.join(', ')}) values (${names.map(() => '?').join(', ')}) returning id`
  return async (db: Db, row: Omit<Table['$inferInsert'], 'id'>): Promise<Table['$inferSelect']> => {
    const added: Record<string, unknown> = {}
    const args = columns.map(([key, column]) => {
      const value = (row as Record<string, unknown>)[key] ?? column.defaultFn?.() ?? column.default ?? null
      added[key] = value
      return value === null ? null : (column.mapToDriverValue(value) as InValue)
    })
    const { rows } = await db.$client.execute({ sql: text, args })
    return { ...added, id: rows[0]![0] } as Table['$inferSelect']
  }
}

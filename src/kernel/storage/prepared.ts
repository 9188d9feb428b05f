import type { InValue } from '@libsql/client'
import { getTableColumns, getTableName, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './libsql'
import { queryOf } from './page-ids'

/** A prepared query, built once for each database: for queries that run with every message. Values are given by `sql.placeholder`. */
export function prepared<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const queries = new WeakMap<Db, Query>()
  return function queryOn(db) {
    const cached = queries.get(db)
    if (cached) return cached
    const query = build(db)
    queries.set(db, query)
    return query
  }
}

/**
 * Rows, each asked for as one cell: libSQL hands cells over one by one, and drizzle looks at each of them several times. `which` is what
 * stands behind the table; `instead` is the SQL of what some columns are read as.
 */
export function preparedRows<Table extends SQLiteTable>(table: Table, which: string, instead: Record<string, string> = {}) {
  const columns = Object.entries(getTableColumns(table))
  const cells = columns.map(([key]) => instead[key] ?? toSnakeCase(key))
  const text = `select json_array(${cells.join(', ')}) from ${getTableName(table)} ${which}`
  function rowOf(cell: string): Table['$inferSelect'] {
    const values = JSON.parse(cell) as unknown[]
    const row: Record<string, unknown> = {}
    for (const [i, [key, column]] of columns.entries()) row[key] = values[i] === null ? null : column.mapFromDriverValue(values[i])
    return row as Table['$inferSelect']
  }
  return async (db: Db, args: InValue[]) => (await db.$client.execute({ sql: text, args })).rows.map(row => rowOf(row[0] as string))
}

/** The first of such rows. */
export function preparedRow<Table extends SQLiteTable>(table: Table, which: string, instead: Record<string, string> = {}) {
  const rowsOn = preparedRows(table, `${which} limit 1`, instead)
  return async (db: Db, args: InValue[]): Promise<Table['$inferSelect'] | undefined> => (await rowsOn(db, args))[0]
}

/** What a column holds that nobody gave a value. A default that is an object belongs to one row alone. */
const defaultOf = ({ defaultFn, default: value }: SQLiteColumn) =>
  defaultFn?.() ?? (value !== null && typeof value === 'object' ? structuredClone(value) : value) ?? null

/** The values of a row as the driver takes them, defaults filled in; `added` gets what was. */
const argsOf = (columns: [string, SQLiteColumn][], row: Record<string, unknown>, added: Record<string, unknown> = {}) =>
  columns.map(([key, column]) => {
    const value = row[key] === undefined ? defaultOf(column) : row[key]
    added[key] = value
    return value === null ? null : (column.mapToDriverValue(value) as InValue)
  })

/** Some columns of a row by its id: a statement for each set of them, whose text never changes. */
export function preparedUpdate<Table extends SQLiteTable & { id: SQLiteColumn }>(table: Table) {
  const columns = getTableColumns(table)
  return (db: Db, id: number, values: Partial<Table['$inferInsert']>) => {
    const given = Object.entries(values)
    const set = given.map(([key]) => `${toSnakeCase(key)} = ?`).join(', ')
    const args = given.map(([key, value]) => (value === null ? null : (columns[key]!.mapToDriverValue(value) as InValue)))
    return db.$client.execute({ sql: `update ${getTableName(table)} set ${set} where id = ?`, args: [...args, id] })
  }
}

/** All of a row, written or replaced by one prepared statement; it keeps when it was made. */
export function preparedUpsert<Table extends SQLiteTable>(table: Table, target: SQLiteColumn) {
  const columns = Object.entries(getTableColumns(table))
  const names = columns.map(([key]) => toSnakeCase(key))
  const kept = new Set([toSnakeCase(target.name), 'created_at'])
  const text = `insert into ${getTableName(table)} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})
    on conflict (${toSnakeCase(target.name)}) do update set ${names.flatMap(name => (kept.has(name) ? [] : `${name} = excluded.${name}`)).join(', ')}`
  return (db: Db, row: Table['$inferInsert']) => db.$client.execute({ sql: text, args: argsOf(columns, row) })
}

/**
 * An insert by one prepared statement of all columns. Defaults are filled in here; only the id comes from the
 * database, by the SQL of its default: SQLite tells the last one it gave, where RETURNING would cost as much as the insert.
 */
export function preparedInsert<Table extends SQLiteTable & { id: SQLiteColumn }>(table: Table) {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key !== 'id')
  const nextId = table.id.defaultFn && queryOf(table.id.defaultFn() as SQL).sql
  const names = [...columns.map(([key]) => toSnakeCase(key)), ...(nextId ? ['id'] : [])]
  const values = [...columns.map(() => '?'), ...(nextId ? [nextId] : [])]
  const text = `insert into ${getTableName(table)} (${names.join(', ')}) values (${values.join(', ')})`
  return async function insertRow(db: Db, row: Omit<Table['$inferInsert'], 'id'>): Promise<Table['$inferSelect']> {
    const added: Record<string, unknown> = {}
    const { lastInsertRowid } = await db.$client.execute({ sql: text, args: argsOf(columns, row, added) })
    return { ...added, id: Number(lastInsertRowid) } as Table['$inferSelect']
  }
}

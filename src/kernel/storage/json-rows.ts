import { getTableColumns, getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './libsql'

/** A row whose dates are ISO text, as an answer carries them. */
export type JsonOf<Row> = { [K in keyof Row]: Date extends Row[K] ? Exclude<Row[K], Date> | string : Row[K] }

const boolean = (name: string) => `iif(${name}, json('true'), json('false'))`
const VALUES: Record<string, (name: string, notNull: boolean) => string> = {
  SQLiteBoolean: (name, notNull) => (notNull ? boolean(name) : `iif(${name} is null, null, ${boolean(name)})`),
  // Several times faster than strftime.
  SQLiteTimestamp: name => `replace(datetime(${name} / 1000.0, 'unixepoch', 'subsec'), ' ', 'T') || 'Z'`,
  SQLiteTextJson: name => `json(${name})`,
}

/** The arguments of a `json_object` that holds a row, or some columns of it. */
export const jsonPairs = (table: SQLiteTable, alias: string, keys: readonly string[] = Object.keys(getTableColumns(table))) =>
  keys
    .map(key => {
      const column = getTableColumns(table)[key]!
      const name = `${alias}.${toSnakeCase(key)}`
      return `'${key}', ${VALUES[column.columnType]?.(name, column.notNull) ?? name}`
    })
    .join(', ')

/** The row of an outer join, null when there is none. */
export const jsonRow = (table: SQLiteTable, alias: string, keys?: readonly string[]) =>
  `iif(${alias}.id is null, null, json_object(${jsonPairs(table, alias, keys)}))`

/**
 * The rows of a query of one column, which is JSON. libSQL converts cells one by one, and forty rows of forty cells cost many times their
 * query; as JSON text a row is one cell.
 */
export async function jsonRows<Row>(db: Db, sql: string, args: (string | number)[]): Promise<Row[]> {
  const { rows } = await db.$client.execute({ sql, args })
  return rows.map(row => JSON.parse(row[0] as string) as Row)
}

/** Rows of a table by their ids, in no order: a page of a list, in a third of the time that its cells would take one by one. */
export function rowsById<Row>(table: SQLiteTable) {
  const text = `select json_object(${jsonPairs(table, 't')}) from ${getTableName(table)} t where t.id in (select value from json_each(?))`
  const dates = Object.entries(getTableColumns(table)).flatMap(([key, { dataType }]) => (dataType === 'date' ? [key] : []))
  return async (db: Db, ids: number[]): Promise<Row[]> => {
    const rows = await jsonRows<Record<string, unknown>>(db, text, [JSON.stringify(ids)])
    for (const row of rows) for (const key of dates) if (row[key] !== null) row[key] = new Date(row[key] as string)
    return rows as Row[]
  }
}

/** A row that lay as JSON, where its dates are text. */
export function fromJson<Table extends SQLiteTable>(
  table: Table,
  row: JsonOf<Table['$inferSelect']> | Table['$inferSelect'],
): Table['$inferSelect'] {
  const isDate = (key: string, value: unknown): value is string =>
    getTableColumns(table)[key]?.dataType === 'date' && typeof value === 'string'
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, isDate(key, value) ? new Date(value) : value]))
}

import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** A column is one of a list that grows with the data: one variable for all of it, where `inArray` has one for each and SQLite 32,766. */
export const oneOf = (column: SQLiteColumn | SQL, values: readonly (number | string)[]) =>
  sql`${column} in (select value from json_each(${JSON.stringify(values)}))`

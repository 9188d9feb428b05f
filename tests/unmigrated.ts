import { getTableColumns, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Db } from '#kernel/storage/libsql'
import { nouns } from '../src/nouns'

/** What nouns say of their tables and no migration has told the database, each with what to do. */
export async function unmigrated(db: Db) {
  const rows = await db.all<{ table: string; column: string }>(
    sql`select t.name as "table", c.name as "column" from pragma_table_list t join pragma_table_info(t.name) c where t.schema = 'main'`,
  )
  const known = Map.groupBy(rows, row => row.table)
  return nouns.flatMap(({ tableName, facts: { table, order } }) => {
    const columns = known.get(tableName)?.map(row => row.column)
    const what = `bun run generate --name ${tableName}`
    const sorted = /\bsort_name\b/.test(order) ? ` --sorted ${tableName}.name` : ''
    if (!columns) return [`no migration makes the table ${tableName}: ${what}${sorted}`]
    const missing = Object.values(getTableColumns(table))
      .map(column => toSnakeCase(column.name))
      .filter(name => !columns.includes(name))
    if (missing.length) return [`no migration gives ${tableName} its ${missing.join(', ')}: ${what}`]
    if (!sorted || columns.includes('sort_name')) return []
    return [`${tableName} stands by sort_name, which no migration gives it: ${what} --custom${sorted}`]
  })
}

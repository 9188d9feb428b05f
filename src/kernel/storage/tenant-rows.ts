import { sql } from 'drizzle-orm'
import type { Db } from './libsql'

/** A table and what its rows hang on: the column that names the row, and its table. */
type Table = { name: string; columns: string[]; parents: { column: string; table: string }[] }

// Which rows are a company's is told by the tables themselves, so that a new table is deleted and exported like any other.

async function tablesOf(db: Db): Promise<Table[]> {
  const columns = await db.all<{ table: string; name: string }>(
    sql`select t.name as "table", c.name from pragma_table_list t join pragma_table_info(t.name) c where t.schema = 'main' and t.type = 'table'`,
  )
  const parents = await db.all<{ table: string; column: string; parent: string }>(
    sql`select t.name as "table", f."from" as "column", f."table" as parent
      from pragma_table_list t join pragma_foreign_key_list(t.name) f where t.schema = 'main' and t.type = 'table' and f."table" <> t.name`,
  )
  return [...Map.groupBy(columns, one => one.table)].map(([name, own]) => ({
    name,
    columns: own.map(column => column.name),
    parents: parents.filter(one => one.table === name).map(({ column, parent }) => ({ column, table: parent })),
  }))
}

/** The tables whose rows name their company, those that refer to others before these. */
export async function tenantTables(db: Db): Promise<Table[]> {
  const left = (await tablesOf(db)).filter(({ name, columns }) => columns.includes('company_id') && name !== 'operator_entries')
  const ordered: Table[] = []
  while (left.length) {
    const at = left.findIndex(({ name }) => !left.some(({ parents }) => parents.some(({ table }) => table === name)))
    ordered.push(...left.splice(Math.max(0, at), 1))
  }
  return ordered
}

/** The tables whose rows hang on a row of another, and name no company. */
export async function dependentTables(db: Db): Promise<Table[]> {
  return (await tablesOf(db)).filter(({ columns, parents }) => !columns.includes('company_id') && parents.length > 0)
}

/** Deletes some rows of a company, and tells how many they were: none when nothing is left of it. */
export async function deleteSomeOf(db: Db, companyId: number, limit: number): Promise<number> {
  for (const { name } of await tenantTables(db)) {
    const table = sql.identifier(name)
    const some = sql`select rowid from ${table} where company_id = ${companyId} limit ${limit}`
    const { rowsAffected } = await db.run(sql`delete from ${table} where rowid in (${some})`)
    if (rowsAffected) return rowsAffected
  }
  return 0
}

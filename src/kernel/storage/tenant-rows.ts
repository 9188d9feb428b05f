import { sql, type SQL } from 'drizzle-orm'
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

/** Deletes some rows of a company, and tells how many they were, none when nothing is left of it, and the files that they named. */
export async function deleteSomeOf(db: Db, companyId: number, limit: number): Promise<{ deleted: number; files: string[] }> {
  for (const { name } of await tenantTables(db)) {
    const table = sql.identifier(name)
    // By another name: of a key that is the row's id, SQLite would tell the name of the key.
    const rows = await db.all<{ row: number }>(sql`select rowid as "row" from ${table} where company_id = ${companyId} limit ${limit}`)
    if (!rows.length) continue
    const ids = rows.map(({ row }) => row)
    const files = await filesOf(db, name, ids)
    await db.run(sql`delete from ${table} where rowid in (select value from json_each(${JSON.stringify(ids)}))`)
    return { deleted: rows.length, files }
  }
  return { deleted: 0, files: [] }
}

/**
 * The columns that name a stored file by its hash, in whichever table, and the name in them: where the product writes it, and never what
 * somebody said.
 */
const NAMES: Record<string, SQL> = {
  media: sql`case when json_valid(media) then media ->> '$.hash' end`,
  media_path: sql`media_path`,
  picture: sql`picture`,
  hash: sql`hash`,
}
const namesIn = ({ columns }: Table) => columns.filter(column => column in NAMES)

const HASH = /^[a-f0-9]{64}$/
/** The files that a row names which was read as it is stored. */
export const filesOfRow = (row: Record<string, unknown>): string[] =>
  Object.keys(NAMES)
    .map(column => (column === 'media' ? storedHash(row[column]) : row[column]))
    .filter((hash): hash is string => typeof hash === 'string' && HASH.test(hash))
const storedHash = (media: unknown) => (typeof media === 'string' ? (JSON.parse(media) as { hash?: unknown } | null)?.hash : undefined)

/** The files that rows of a table name, and those that go with them. */
export async function filesOf(db: Db, name: string, ids: number[]) {
  const files: string[] = []
  for (const table of await tablesOf(db)) {
    const by = table.name === name ? 'rowid' : table.columns.includes('company_id') ? undefined : parentOf(table, name)
    for (const column of by ? namesIn(table) : []) {
      const where = sql`${sql.identifier(by!)} in (select value from json_each(${JSON.stringify(ids)})) and ${sql.identifier(column)} is not null`
      const rows = await db.all<{ file: string | null }>(
        sql`select distinct ${NAMES[column]} as file from ${sql.identifier(table.name)} where ${where}`,
      )
      files.push(...rows.flatMap(({ file }) => file ?? []))
    }
  }
  return files
}
const parentOf = ({ parents }: Table, name: string) => parents.find(({ table }) => table === name)?.column

/** Those of some files that a row of the installation names, whosever it is: the same content is one file for all. */
export async function namedFiles(db: Db, files: string[]): Promise<Set<string>> {
  const named = new Set<string>()
  for (const table of await tablesOf(db))
    for (const column of namesIn(table)) {
      const rows = await db.all<{ file: string }>(
        sql`select distinct ${NAMES[column]} as file from ${sql.identifier(table.name)}
          where ${sql.identifier(column)} is not null and ${NAMES[column]} in (select value from json_each(${JSON.stringify(files)}))`,
      )
      for (const { file } of rows) named.add(file)
    }
  return named
}

import type { Client } from '@libsql/client'
import { migrations } from '#kernel/embedded'

type Migration = { name: string; sql: string }

export class MigrationError extends Error {}

const digest = (sql: string) => new Bun.CryptoHasher('sha256').update(sql).digest('hex')

/** drizzle-kit's separator; libSQL refuses a statement that is only a comment. */
const statements = (sql: string) => sql.split('--> statement-breakpoint').filter(part => part.replace(/^\s*--.*$/gm, '').trim())

const own = () => Promise.all(Object.entries(migrations).map(async ([name, path]) => ({ name, sql: await Bun.file(path).text() })))

/** Brings the database to this version and returns the names of what was applied; never touches one that is newer or was changed. */
export async function migrate(client: Client, list?: Migration[]): Promise<string[]> {
  const wanted = list ?? (await own())
  await client.execute('create table if not exists migrations (name text primary key, hash text not null, applied_at integer not null)')
  const { rows } = await client.execute('select name, hash from migrations order by name')
  const applied = new Map(rows.map(row => [String(row.name), String(row.hash)]))

  const unknown = [...applied.keys()].filter(name => !wanted.some(migration => migration.name === name))
  if (unknown.length)
    throw new MigrationError(
      `the database is newer than this version: it already has ${unknown.join(', ')}. Start the version that wrote it, or a later one`,
    )
  const changed = wanted.find(({ name, sql }) => applied.has(name) && applied.get(name) !== digest(sql))
  if (changed) throw new MigrationError(`the database was made with another form of migration ${changed.name}`)

  const pending = wanted.filter(({ name }) => !applied.has(name))
  for (const { name, sql } of pending) {
    const note = { sql: 'insert into migrations values (?, ?, ?)', args: [name, digest(sql), Date.now()] }
    await client.migrate([...statements(sql), note])
  }
  return pending.map(({ name }) => name)
}

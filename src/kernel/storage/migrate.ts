import { basename } from 'node:path'
import { LibsqlBatchError, type Client, type InStatement } from '@libsql/client'
import { migrations } from '#kernel/process/embedded'

type Migration = { name: string; sql: string }

export class MigrationError extends Error {}

const digest = (sql: string) => new Bun.CryptoHasher('sha256').update(sql).digest('hex')

/** drizzle-kit's separator; libSQL refuses a statement that is only a comment. */
const statements = (sql: string) => sql.split('--> statement-breakpoint').filter(part => part.replace(/^\s*--.*$/gm, '').trim())

const embedded = () => Promise.all(Object.entries(migrations).map(async ([name, path]) => ({ name, sql: await Bun.file(path).text() })))

type Options = {
  /** Instead of the migrations of this version, for tests. */
  list?: Migration[]
  /** Called before the first migration of a database that is not new, with the name of that migration: writes a backup. */
  keepCopy?: ((name: string) => Promise<void>) | undefined
}

/** Migrations that the database lacks. Throws when it is newer than this version, or was made with another form of a migration. */
export async function pendingMigrations(client: Client, list?: Migration[]): Promise<{ pending: Migration[]; applied: number }> {
  const wanted = list ?? (await embedded())
  const { rows: tables } = await client.execute("select 1 from sqlite_master where name = 'migrations'")
  const { rows } = tables.length ? await client.execute('select name, hash from migrations order by name') : { rows: [] }
  const applied = new Map(rows.map(row => [String(row.name), String(row.hash)]))

  const unknown = [...applied.keys()].filter(name => !wanted.some(migration => migration.name === name))
  if (unknown.length)
    throw new MigrationError(
      `the database is newer than this version: it already has ${unknown.join(', ')}. Start the version that wrote it, or a later one`,
    )
  const changed = wanted.find(({ name, sql }) => applied.has(name) && applied.get(name) !== digest(sql))
  if (changed) throw new MigrationError(`the database was made with another form of migration ${changed.name}`)
  return { pending: wanted.filter(({ name }) => !applied.has(name)), applied: applied.size }
}

/**
 * Migrates the database to this version in one transaction and returns the names of the migrations that were applied: when one fails,
 * none is, so that the version before can go on. Never touches a database that is newer or was changed.
 */
export async function migrate(client: Client, { list, keepCopy }: Options = {}): Promise<string[]> {
  const { pending, applied } = await pendingMigrations(client, list)
  if (!pending.length) return []
  if (applied && keepCopy)
    await keepCopy(basename(pending[0]!.name, '.sql')).catch((error: Error) => {
      throw new MigrationError(`no copy of the database could be kept, so migration ${pending[0]!.name} was not begun: ${reason(error)}`)
    })
  const steps = pending.flatMap(({ name, sql }) => [
    ...statements(sql).map(sql => ({ name, step: sql as InStatement })),
    { name, step: { sql: 'insert into migrations values (?, ?, ?)', args: [name, digest(sql), Date.now()] } },
  ])
  const table = 'create table if not exists migrations (name text primary key, hash text not null, applied_at integer not null)'
  await client.migrate([table, ...steps.map(({ step }) => step)]).catch((error: Error) => {
    const at = error instanceof LibsqlBatchError ? steps[error.statementIndex - 1]?.name : undefined
    throw new MigrationError(`migration ${at ?? pending[0]!.name} failed and the database is as it was: ${reason(error)}`)
  })
  return pending.map(({ name }) => name)
}

const reason = (error: Error) => error.message.split('\n')[0]

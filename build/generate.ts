import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeIndexes, sortedBy, standsUnsorted } from './sorted'

/**
 * Writes the migration that the changed schema.ts files ask for. drizzle-kit compares with the newest snapshot alone, so only that is kept.
 * --sorted TABLE.COLUMN gives the table its sort_name, with --custom where nothing else changes. What would fail is not left behind.
 */
const folder = join(import.meta.dir, '../migrations')
const given = Bun.argv.slice(2)
const at = given.indexOf('--sorted')
const sorted = at < 0 ? undefined : (given[at + 1] ?? '')
const args = at < 0 ? given : given.toSpliced(at, 2)
const journal = Bun.file(join(folder, 'meta/_journal.json'))
const names = async () => [...(await readdir(folder)), ...(await readdir(join(folder, 'meta'))).map(name => `meta/${name}`)]

const [before, entries] = [await names(), await journal.text()]
async function takeBack(why: string): Promise<never> {
  for (const name of (await names()).filter(name => !before.includes(name))) await rm(join(folder, name))
  await journal.write(entries)
  process.stderr.write(`${why}\nNo migration was written.\n`)
  process.exit(1)
}

const { exitCode } = Bun.spawnSync([process.execPath, 'x', 'drizzle-kit', 'generate', ...args], {
  stdio: ['inherit', 'inherit', 'inherit'],
})
if (exitCode) process.exit(exitCode)
const made = (await names()).find(name => name.endsWith('.sql') && !before.includes(name))
if (sorted !== undefined) {
  const [table, column] = sorted.split('.')
  if (!made || !table || !column) await takeBack('--sorted TABLE.COLUMN asks for a migration: --custom where nothing else changes.')
  const file = Bun.file(join(folder, made!))
  await file.write(beforeIndexes(await file.text(), table!, await sortedBy(table!, column!)))
}
if (made) {
  const all = before.filter(name => name.endsWith('.sql')).map(name => Bun.file(join(folder, name)).text())
  const [unsorted] = standsUnsorted(await Bun.file(join(folder, made)).text(), await Promise.all(all))
  if (unsorted)
    await takeBack(`An index of ${unsorted} stands by sort_name, which the table has not got: bun run generate --name ${made.slice(5, -4)} \
--sorted ${unsorted}.name, or the column that its rows are called by.`)
}
const snapshots = before.filter(name => name.endsWith('_snapshot.json')).toSorted()
if (made) for (const name of snapshots) await rm(join(folder, name))

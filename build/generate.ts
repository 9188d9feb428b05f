import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeIndexes, sortedBy } from './sorted'

/**
 * Writes the migration that the changed schema.ts files ask for. drizzle-kit compares with the newest snapshot alone, so only that is kept.
 * --sorted TABLE.COLUMN gives the table its sort_name, with --custom where nothing else changes.
 */
const folder = join(import.meta.dir, '../migrations')
const given = Bun.argv.slice(2)
const at = given.indexOf('--sorted')
const sorted = at < 0 ? undefined : (given[at + 1] ?? '')
const before = new Set(await readdir(folder))
const args = at < 0 ? given : given.toSpliced(at, 2)
const { exitCode } = Bun.spawnSync([process.execPath, 'x', 'drizzle-kit', 'generate', ...args], {
  stdio: ['inherit', 'inherit', 'inherit'],
})
if (exitCode) process.exit(exitCode)
const snapshots = (await readdir(join(folder, 'meta'))).filter(name => name.endsWith('_snapshot.json')).toSorted()
for (const name of snapshots.slice(0, -1)) await rm(join(folder, 'meta', name))
if (sorted !== undefined) {
  const made = (await readdir(folder)).find(name => !before.has(name))
  const [table, column] = sorted.split('.')
  if (!made || !table || !column) throw new Error('--sorted TABLE.COLUMN asks for a migration: --custom where nothing else changes')
  const file = Bun.file(join(folder, made))
  await file.write(beforeIndexes(await file.text(), table, await sortedBy(table, column)))
}

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes the migration that the changed schema.ts files ask for. drizzle-kit compares with the newest snapshot alone, so only that is kept. */
const folder = join(import.meta.dir, '../migrations/meta')
const { exitCode } = Bun.spawnSync([process.execPath, 'x', 'drizzle-kit', 'generate', ...Bun.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit'],
})
if (exitCode) process.exit(exitCode)
const snapshots = (await readdir(folder)).filter(name => name.endsWith('_snapshot.json')).toSorted()
for (const name of snapshots.slice(0, -1)) await rm(join(folder, name))

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installationSecrets } from '#kernel/process/installation-secrets'
import { openStore } from '#kernel/storage/libsql'
import { migrate } from '#kernel/storage/migrate'
import { unmigrated } from './unmigrated'

/** Migrating takes a third of a first start, and ends the same each time: made once a worker. */
let template: Promise<Uint8Array> | undefined

async function makeTemplate() {
  const folder = await mkdtemp(join(tmpdir(), 'migrated-'))
  try {
    const path = join(folder, 'balcao.db')
    const store = await openStore(`file:${path}`)
    await migrate(store.client)
    const forgotten = await unmigrated(store.db)
    await store.close({ emptyLog: true })
    if (forgotten.length) throw new Error(forgotten.join('\n'))
    return await Bun.file(path).bytes()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Leaves in an empty data folder what a first start would: a database of this version, in which nothing is, and secrets of its own. */
export async function migrated(dataDir: string) {
  await mkdir(dataDir, { recursive: true })
  await Bun.write(join(dataDir, 'balcao.db'), await (template ??= makeTemplate()))
  return installationSecrets(dataDir, true)
}

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore } from '#kernel/storage/libsql'
import { readConfig } from '../config'
import {
  clockIsSound,
  diskHasRoom,
  folderIsWritable,
  isWhole,
  logIsSmall,
  mediaAreThere,
  noJobFailed,
  schemaIsCurrent,
  secretsAreOwn,
  textsAreFound,
} from './checks'

/** Looks at an installation from outside: folder, database, files, clock, server; `quick` asks the server alone. True when all is well. */
export async function doctor(say: (text: string) => void, quick: boolean, environment = process.env): Promise<boolean> {
  const { dataDir, databaseUrl, databaseToken, port } = readConfig(environment)
  let isWell = true
  const check = (name: string, look: () => Promise<string>) =>
    look().then(
      detail => say(`ok    ${name}: ${detail}`),
      (error: Error) => {
        isWell = false
        say(`FAIL  ${name}: ${error.message}`)
      },
    )

  if (!quick) {
    await check('data folder', () => folderIsWritable(dataDir))
    await check('disk', () => diskHasRoom(dataDir))
    await check('secrets', () => secretsAreOwn(dataDir))
    await checkDatabase()
  }
  await check('server', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(3000) }).catch(() => undefined)
    if (!response) throw new Error(`nothing answers at port ${port}`)
    const { status, reason } = (await response.json().catch(() => ({}))) as { status?: string; reason?: string }
    if (!response.ok) throw new Error(`at port ${port}: ${[status, reason].filter(Boolean).join(', ') || response.status}`)
    return `answers at port ${port}`
  })
  return isWell

  async function checkDatabase() {
    const path = databaseUrl.startsWith('file:') ? databaseUrl.slice('file:'.length) : undefined
    // To open one that is not there would make it.
    if (path && !(await stat(path).catch(() => undefined)))
      return check('database', () => Promise.reject(new Error(`there is none at ${path}`)))
    const store = await openStore(databaseUrl, databaseToken).catch((error: Error) => error)
    if (store instanceof Error) return check('database', () => Promise.reject(store))
    try {
      await check('database', () => isWhole(store.client))
      await check('schema', () => schemaIsCurrent(store.client))
      await check('search', () => textsAreFound(store.client))
      await check('clock', () => clockIsSound(store.client))
      await check('jobs', () => noJobFailed(store.client))
      if (path) await check('log', () => logIsSmall(path))
      await check('media', () => mediaAreThere(store.db, join(dataDir, 'media')))
    } finally {
      await store.close()
    }
  }
}

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { backupsIn } from '#kernel/storage/backups'
import { installationSecrets } from '#kernel/process/installation-secrets'
import { openStore } from '#kernel/storage/libsql'
import { lockFolder } from '#kernel/storage/folder-lock'
import { openLog } from '#kernel/process/log'
import { openMetrics } from '#kernel/process/metrics'
import { mediaStore } from '#kernel/media/media-store'
import { migrate } from '#kernel/storage/migrate'
import { open, seal } from '#kernel/process/seal'
import { type Config, ConfigError } from '../config'

/** What lies in the data folder, opened for this process alone and brought to this version. */
export async function openInstallation(config: Config) {
  const { dataDir, publicUrl } = config
  const log = openLog(config.logLevel)
  await mkdir(dataDir, { recursive: true }).catch(error => {
    throw new ConfigError(`DATA_DIR can't be written: ${error.message}`)
  })
  const lock = await lockFolder(dataDir).catch(error => {
    throw new ConfigError(`DATA_DIR ${dataDir} can't be written: ${error.message}`)
  })
  if (!lock) throw new ConfigError(`DATA_DIR ${dataDir} is in use by another process`)
  const store = await openStore(config.databaseUrl, config.databaseToken).catch(error => {
    throw new ConfigError(`the database ${config.databaseUrl} can't be opened: ${error.message}`)
  })
  const isInUse = (await store.client.execute(`select 1 from sqlite_master where name = 'companies'`)).rows.length > 0
  const secrets = await installationSecrets(dataDir, !isInUse).catch(error => {
    // What the parser says of it quotes it.
    throw new ConfigError(
      `${join(dataDir, 'secrets.json')} ${error instanceof SyntaxError ? 'is damaged' : `can't be used: ${error.message}`}`,
    )
  })
  await migrate(store.client, { keepCopy: backupsIn(dataDir, store.client) })
  const media = mediaStore(join(dataDir, 'media'), secrets.media, publicUrl)
  let wasKilled = await media.clearParts()
  const metrics = openMetrics()
  return {
    config,
    log,
    secrets,
    store,
    media,
    metrics,
    vault: { seal: (text: string) => seal(text, secrets.seal), open: (sealed: string) => open(sealed, secrets.seal) },
    /** Does what must follow a kill. Until it is done, the folder of parts says so to the next start, however this process ends. */
    async afterKill(work: () => Promise<unknown>) {
      if (!wasKilled) return
      await work()
      await media.removeParts()
      wasKilled = false
    },
    async close() {
      metrics.close()
      if (!wasKilled) await media.removeParts().catch(() => undefined)
      // Where the disk hangs, a copy of the log goes on: the folder stays locked until the process ends.
      if (await store.close({ emptyLog: true })) lock.release()
    },
  }
}
export type Installation = Awaited<ReturnType<typeof openInstallation>>

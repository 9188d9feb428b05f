import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { storageFaultOf } from './storage-errors'

/**
 * An exclusive lock of a data folder: undefined when another process holds it; throws when the folder can't be written. It is SQLite's own
 * file lock, which the system releases with the process, however that ends.
 */
export async function lockFolder(dataDir: string): Promise<{ release(): void } | undefined> {
  const client = createClient({ url: `file:${join(dataDir, 'lock.db')}`, timeout: 0 })
  try {
    const lock = await client.transaction('write')
    return {
      release() {
        lock.close()
        client.close()
      },
    }
  } catch (error) {
    client.close()
    if (storageFaultOf(error) !== 'locked') throw error
  }
}

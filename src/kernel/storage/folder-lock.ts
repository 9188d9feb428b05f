import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { storageFaultOf } from './storage-errors'

/**
 * Keeps a second process off a data folder: undefined when one has it, an error when the folder can't be written. The lock is the
 * database's own, so it ends with the process, however that ends.
 */
export async function lockFolder(dataDir: string): Promise<{ release(): void } | undefined> {
  const client = createClient({ url: `file:${join(dataDir, 'lock.db')}`, timeout: 0 })
  try {
    const held = await client.transaction('write')
    return {
      release() {
        held.close()
        client.close()
      },
    }
  } catch (error) {
    client.close()
    if (storageFaultOf(error) !== 'locked') throw error
  }
}

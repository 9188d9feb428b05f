import { join } from 'node:path'
import { createClient } from '@libsql/client'

/** Keeps a second process off a data folder. The lock is the database's own, so it ends with the process, however that ends. */
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
  } catch {
    client.close()
  }
}

import type { Client } from '@libsql/client'
import { storageFaultOf, type StorageFault } from './storage-errors'

const PROBE_MS = 1_000
const PROBE_BYTES = 256 * 1024

export type StorageWatch = ReturnType<typeof storageWatch>

/**
 * Health of the storage: after a refused write it is in trouble, until a probe of the watch's own is committed. Success of other writes
 * proves nothing: they may need no new page. `write` runs work as a transaction.
 */
export function storageWatch(write: (work: (client: Client) => Promise<unknown>) => Promise<unknown>) {
  const followers = new Set<(trouble: StorageFault | null) => void>()
  let trouble: StorageFault | null = null
  let timer: Timer | undefined
  let closed = false

  function setTrouble(next: StorageFault | null) {
    if (trouble === next) return
    trouble = next
    for (const follower of followers) follower(next)
  }

  /** Two commits: pages that are freed in the commit that filled them are never written. */
  async function probe() {
    try {
      await write(async client => {
        await client.execute('create table if not exists storage_probe (bytes blob)')
        await client.execute(`insert into storage_probe values (randomblob(${PROBE_BYTES}))`)
      })
      await write(client => client.execute('drop table storage_probe'))
      timer = undefined
      setTrouble(null)
    } catch {
      scheduleProbe()
    }
  }
  function scheduleProbe() {
    timer = closed ? undefined : setTimeout(() => void probe(), PROBE_MS).unref()
  }

  return {
    get trouble() {
      return trouble
    },
    /** Called at each change: with the fault, or null when the storage is well again. */
    follow: (follower: (trouble: StorageFault | null) => void) => void followers.add(follower),
    notice(error: unknown) {
      const found = storageFaultOf(error)
      if (!found || closed) return
      setTrouble(found)
      if (!timer) scheduleProbe()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

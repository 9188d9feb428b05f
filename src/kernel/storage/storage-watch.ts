import type { Client } from '@libsql/client'
import { storageFaultOf, type StorageFault } from './storage-errors'

const PROBE_MS = 1_000
const PROBE_BYTES = 256 * 1024

export type StorageWatch = ReturnType<typeof storageWatch>

/**
 * Remembers that the storage refused a write, and tries with one of its own until it is taken again: what others write meanwhile may
 * happen to need no space, and proves nothing. `write` runs work as a transaction.
 */
export function storageWatch(write: (work: (client: Client) => Promise<unknown>) => Promise<unknown>) {
  const followers = new Set<(trouble: StorageFault | null) => void>()
  let trouble: StorageFault | null = null
  let timer: Timer | undefined
  let closed = false

  function become(next: StorageFault | null) {
    if (trouble === next) return
    trouble = next
    for (const tell of followers) tell(next)
  }

  /** Two commits, because pages that are freed in the commit that filled them are never written. */
  async function probe() {
    try {
      await write(async client => {
        await client.execute('create table if not exists storage_probe (bytes blob)')
        await client.execute(`insert into storage_probe values (randomblob(${PROBE_BYTES}))`)
      })
      await write(client => client.execute('drop table storage_probe'))
      timer = undefined
      become(null)
    } catch {
      plan()
    }
  }
  function plan() {
    timer = closed ? undefined : setTimeout(() => void probe(), PROBE_MS).unref()
  }

  return {
    get trouble() {
      return trouble
    },
    /** Hears each change: what is wrong, or null when all is well again. */
    follow: (follower: (trouble: StorageFault | null) => void) => void followers.add(follower),
    notice(error: unknown) {
      const found = storageFaultOf(error)
      if (!found || closed) return
      become(found)
      if (!timer) plan()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

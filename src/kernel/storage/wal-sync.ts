import { open, type FileHandle } from 'node:fs/promises'
import { storageFaultOf } from './storage-errors'

/**
 * Durability without holding the event loop. SQLite with `synchronous=full` calls fsync inside of each commit, and libSQL waits for it in
 * this thread; with `normal` it only appends to the write-ahead log, which is synced here by another thread before anybody is told. SQLite
 * itself still syncs the log before a checkpoint and the database after it.
 */
export function walSync(database: string) {
  const path = `${database}-wal`
  let log: FileHandle | undefined
  let failed: Error | undefined
  /**
   * Resolves when what was committed before is on the disk. One sync that failed fails all that follow: the system calls pages clean that
   * it could not write, so that the next sync succeeds over a hole in the log, behind which a recovery reads nothing.
   */
  const durable = coalesced(async () => {
    if (failed) throw failed
    try {
      // Not before a commit made it. It stays as long as a connection is open.
      log ??= await open(path, 'r+')
      await log.datasync()
    } catch (error) {
      failed = storageFaultOf(error)
        ? (error as Error)
        : Object.assign(new Error('the log was not synced', { cause: error }), { code: 'EIO' })
      throw failed
    }
  })
  return {
    durable,
    /** Nothing of the log is needed any more: it was emptied into the database. */
    mended() {
      failed = undefined
    },
    close: async () => log?.close(),
  }
}

/** Callers of one moment share a run of the work, one that begins after they asked: what they wrote before is part of it. */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= last.then(() => {
      const running = work()
      next = undefined
      last = running.catch(() => {})
      return running
    })
    return next
  }
}

import { openSync, readSync } from 'node:fs'
import Database from 'libsql/promise'

/**
 * In pages: with so many that are not copied into the database a copy begins, and with so long a log writes wait for it. More at a time would
 * be less to copy, but while the disk takes it no write becomes durable: 8,000 were heard of up to 400 ms late.
 */
const LOG = { begins: 2_000, waits: 14_000 }
/** Copies what no reader stands before, and waits for nobody. */
const CHECKPOINT = 'pragma wal_checkpoint(passive)'
/** Copies all, where nobody reads or writes, and cuts the log down to nothing. */
const EMPTY = 'pragma wal_checkpoint(truncate)'
const NOTHING = { written: 0, left: 0 }
/** A disk that hangs is not waited for any longer when a store is closed: who stops it may kill it. */
const CLOSE_MS = 5_000

/**
 * Checkpoints of the write-ahead log beside the event loop: SQLite's own run inside of a commit, and hold the loop for tens of milliseconds
 * while a thousand pages are copied and the disk takes them. A connection of its own copies them on a thread of libSQL's, while the next
 * groups are written. The log begins anew only when all of it was copied, so writes wait where it became long meanwhile, and what is read
 * beside the loop then, too.
 */
export function checkpoints(database: string, whileNobodyReads: (pass: () => Promise<void>) => Promise<void>) {
  const connection = new Database(database, {})
  /**
   * The index of the log, which all connections share; its format is part of SQLite's (walformat.html). Never closed: with any descriptor of
   * a file POSIX drops all locks that the process has on it, those of a copy under way and of other connections too.
   */
  const index = openSync(`${database}-shm`, 'r')
  const header = new Uint32Array(25)
  let running: Promise<void> | undefined
  let isClosed = false
  /** How long the log was when waiting did not free it: somebody reads a state of before, or the disk takes no copy. */
  let stuckAt = 0

  function pages() {
    // Who closes waits for no write.
    if (isClosed) return NOTHING
    try {
      readSync(index, header, 0, header.byteLength, 0)
    } catch {
      // No write fails for that: SQLite makes its own checkpoints, later.
      return NOTHING
    }
    const [written, copied] = [header[4]!, header[24]!]
    return { written, left: written - copied }
  }

  const pass = () =>
    (running ??= (async () => {
      try {
        await connection.exec(CHECKPOINT)
      } catch {
        // As of SQLite's own nobody hears of it: the log stays as it is, and the next commit tries again.
      } finally {
        running = undefined
      }
    })())

  return {
    /** After each commit; resolves when the next may be written. */
    async afterCommit() {
      const { written, left } = pages()
      if (left >= LOG.begins) void pass()
      if (written < stuckAt) stuckAt = 0
      if (written < Math.max(LOG.waits, stuckAt + LOG.begins) || !left) return
      // A pass that began earlier leaves what was written since; nothing is written now.
      await running
      await whileNobodyReads(pass)
      stuckAt = pages().left ? written : 0
    },
    /** Resolves when none is under way. */
    idle: async () => running,
    /** Waits for a copy under way, and empties the log where nobody else has the database; false where the disk hangs meanwhile. */
    async close(empties: boolean) {
      isClosed = true
      const ended = (async () => {
        await running
        if (empties) await connection.exec(EMPTY).catch(() => {})
        return true
      })()
      const { promise: hangs, resolve } = Promise.withResolvers<boolean>()
      const timer = setTimeout(() => resolve(false), CLOSE_MS)
      const isOver = await Promise.race([ended, hangs])
      clearTimeout(timer)
      // libSQL would wait in this thread for what the connection still does.
      if (isOver) connection.close()
      return isOver
    },
  }
}

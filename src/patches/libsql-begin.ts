import type { Client, Transaction } from '@libsql/client'

type Options = {
  /** A client of one connection. */
  client: Client
  /** Sets the pragmas of the connection, which another connection would not have. */
  configure(): Promise<void>
  /** Whether an error means that another process holds the write lock. */
  isLocked(error: unknown): boolean
}

/**
 * Write transactions of one libSQL connection that survive a lock and a failed rollback. In libSQL a BEGIN that met a lock (SQLITE_BUSY)
 * remains a statement in progress: the next transaction begins, and refuses every savepoint. And its client silently opens another
 * connection, without the pragmas, in the place of one that could not be rolled back.
 */
export function writeTransactions({ client, configure, isLocked }: Options) {
  let isDoubtful = false
  let wasLocked = false

  async function tryBegin() {
    if (isDoubtful) await configure()
    // A BEGIN of several statements in one text leaves none in progress: it asks for the lock before one that would.
    if (wasLocked) await client.executeMultiple('begin immediate; rollback')
    isDoubtful = wasLocked = false
    return client.transaction('write').catch(async (error: unknown) => {
      if (isLocked(error)) await client.reconnect()
      throw error
    })
  }

  return {
    /** Begins once; throws when another process holds the lock. */
    async begin(): Promise<Transaction> {
      try {
        return await tryBegin()
      } catch (error) {
        isDoubtful = true
        wasLocked = isLocked(error)
        throw error
      }
    },
    /** The last transaction failed: whether it was rolled back on this connection is unknown. */
    doubt: () => void (isDoubtful = true),
  }
}

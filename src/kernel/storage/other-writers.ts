import type { Client } from '@libsql/client'

const VERSION = 'select data_version from pragma_data_version'

/**
 * Finds out that another process has written the same file. None of ours does while this one runs, but a file is a file: what is kept of it
 * must not outlive that. SQLite tells a connection when another one has committed: the writer's is asked, to which own commits are none.
 */
export function otherWriters(writer: Client, forget: () => void) {
  let known: number | undefined
  let looking: Promise<void> | undefined
  let isShutOut = false

  async function look(connection: Pick<Client, 'execute'> = writer) {
    try {
      const version = Number((await connection.execute(VERSION)).rows[0]![0])
      if (known !== undefined && version !== known) forget()
      known = version
    } catch {
      // Whoever can't ask keeps nothing.
      forget()
      known = undefined
    }
  }

  return {
    /** Once in a turn of the event loop; never while an own transaction is open, beside which nobody else can write. */
    look: async () => {
      if (isShutOut) return
      if (!looking) setImmediate(() => (looking = undefined))
      await (looking ??= look())
    },
    /** Begins a transaction, before which others may have written. */
    async shutOut<T extends Pick<Client, 'execute'>>(begin: () => Promise<T>): Promise<T> {
      isShutOut = true
      try {
        const begun = await begin()
        await look(begun)
        return begun
      } catch (error) {
        isShutOut = false
        throw error
      }
    },
    /** The writer's connection may be another one, which counts from the beginning. */
    reset() {
      forget()
      known = undefined
    },
    /** It is over. */
    letIn: () => void (isShutOut = false),
  }
}

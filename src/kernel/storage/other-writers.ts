import type { Client } from '@libsql/client'

const VERSION = 'select data_version from pragma_data_version'

/**
 * Finds out that another process has written the same file. None of ours does while this one runs, but a file is a file: what is kept of it
 * must not outlive that. SQLite tells a connection that the file changed; own commits are told apart by `commit`.
 */
export function otherWriters(reader: Client, forget: () => void) {
  const version = async () => Number((await reader.execute(VERSION)).rows[0]![0])
  let known: number | undefined
  let looking: Promise<void> | undefined
  let isCommitting = false

  async function look() {
    const now = await version()
    if (isCommitting) return
    if (known !== undefined && now !== known) forget()
    known = now
  }

  function doubt() {
    forget()
    return (known = undefined)
  }

  return {
    /** Once in a turn of the event loop. */
    look() {
      if (looking) return looking
      setImmediate(() => (looking = undefined))
      return (looking = look())
    },
    /** Runs a commit, before which nobody else can write. */
    async commit(run: () => Promise<void>) {
      // A reader that fails is no reason to call a commit failed: nothing is kept then.
      await look().catch(doubt)
      isCommitting = true
      try {
        await run()
        known = await version().catch(doubt)
      } finally {
        isCommitting = false
      }
    },
  }
}

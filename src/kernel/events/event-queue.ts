import type { EventQueue, Publish } from '../context'

/**
 * Who hears what a company tells. Events leave in the order in which they were told, although some are read from the database first:
 * what is told meanwhile waits behind them.
 */
export function eventQueues(hasListeners: (rooms: string[]) => boolean, failed: (error: unknown) => void) {
  const turns = new Map<number, Promise<void>>()

  function queue(companyId: number, tell: () => void | Promise<void>) {
    const turn = (turns.get(companyId) ?? Promise.resolve())
      .then(tell)
      .catch(failed)
      .finally(() => turns.get(companyId) === turn && turns.delete(companyId))
    turns.set(companyId, turn)
  }

  return {
    /** Sends at once, unless something that was told before is still being read. */
    send: (companyId: number, send: () => void) => (turns.has(companyId) ? queue(companyId, send) : send()),
    of: (companyId: number, publish: Publish): EventQueue => ({
      hasListeners,
      enqueue: tell => queue(companyId, () => tell(publish)),
    }),
  }
}

import type { EventQueue, Publish } from '../context'
import { serialByKey } from '../process/serial'

/**
 * Events of a company in the order in which they were published, although some are put together by reading the database first: what is
 * published meanwhile waits behind them.
 */
export function eventQueues(hasListeners: (companyId: number, rooms: string[]) => boolean, failed: (error: unknown) => void) {
  const inOrder = serialByKey<number>()
  const enqueue = (companyId: number, work: () => void | Promise<void>) => void inOrder(companyId, work).catch(failed)

  return {
    /** Sends at once, unless an event that was published before is still being read. */
    send: (companyId: number, send: () => void) => (inOrder.isBusy(companyId) ? enqueue(companyId, send) : send()),
    of: (companyId: number, publish: Publish): EventQueue => ({
      hasListeners: rooms => hasListeners(companyId, rooms),
      enqueue: tell => enqueue(companyId, () => tell(publish)),
    }),
  }
}

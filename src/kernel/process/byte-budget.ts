import { AppError } from '../errors'

const PATIENCE_MS = 60_000

type Reservation = { bytes: number; owner: number | undefined; begin(): void }

/**
 * A semaphore that counts bytes: who needs more than is free waits for those before, and no longer than a minute. What names an owner has
 * at most its share: more of the same owner waits, and holds up nobody else.
 */
export function byteBudget(total: number, patienceMs = PATIENCE_MS, share = total / 2) {
  const waiting: Reservation[] = []
  const heldBy = new Map<number, number>()
  let held = 0

  /** Who needs more than all there is has it alone. */
  const fits = (bytes: number, used: number, room: number) => used === 0 || used + bytes <= room
  const hasShare = ({ bytes, owner }: Reservation) => owner === undefined || fits(bytes, heldBy.get(owner) ?? 0, share)
  function count(bytes: number, owner: number | undefined) {
    held += bytes
    if (owner === undefined) return
    const own = (heldBy.get(owner) ?? 0) + bytes
    if (own) heldBy.set(owner, own)
    else heldBy.delete(owner)
  }
  function admit() {
    for (let next; (next = waiting.find(hasShare)) && fits(next.bytes, held, total);) {
      waiting.splice(waiting.indexOf(next), 1)
      count(next.bytes, next.owner)
      next.begin()
    }
  }

  function take(bytes: number, owner: number | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const own = { bytes, owner, begin: resolve }
    waiting.push(own)
    admit()
    if (!waiting.includes(own)) return promise
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(own), 1)
      reject(new AppError('ERR_BUSY', 503))
      admit()
    }, patienceMs)
    return promise.finally(() => clearTimeout(timer))
  }

  /** Runs work that holds so many bytes in memory. One that needs more than all runs alone. */
  return async function holding<T>(bytes: number, work: () => Promise<T>, owner?: number): Promise<T> {
    await take(bytes, owner)
    try {
      return await work()
    } finally {
      count(-bytes, owner)
      admit()
    }
  }
}

import { AppError } from '../errors'

const PATIENCE_MS = 60_000

/** A semaphore that counts bytes: who needs more than is free waits for those before, and no longer than a minute. */
export function byteBudget(total: number, patienceMs = PATIENCE_MS) {
  const waiting: { bytes: number; begin: () => void }[] = []
  let held = 0

  const fits = (bytes: number) => held === 0 || held + bytes <= total
  function giveBack(bytes: number) {
    held -= bytes
    while (waiting[0] && fits(waiting[0].bytes)) {
      held += waiting[0].bytes
      waiting.shift()!.begin()
    }
  }

  function take(bytes: number): Promise<void> | void {
    if (!waiting.length && fits(bytes)) return void (held += bytes)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const own = { bytes, begin: resolve }
    waiting.push(own)
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(own), 1)
      reject(new AppError('ERR_BUSY', 503))
    }, patienceMs)
    return promise.finally(() => clearTimeout(timer))
  }

  /** Runs work that holds so many bytes in memory. One that needs more than all runs alone. */
  return async function holding<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    await take(bytes)
    try {
      return await work()
    } finally {
      giveBack(bytes)
    }
  }
}

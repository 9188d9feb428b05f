const PAUSE_MS = 20
/** Backoff: what takes long is asked for less often, since asking takes the processor that it waits for. */
const LONGEST_PAUSE_MS = 100
/** Longer than anything takes on a busy machine: no test is about it. */
const PATIENCE_MS = 45_000

/** Asks until the answer is truthy, and gives it: for what no event tells. Nothing else in a test waits for time to pass. */
export async function until<T>(
  find: () => T | Promise<T>,
  patience = PATIENCE_MS,
  what: string | (() => string) = String(find),
): Promise<NonNullable<Exclude<T, false>>> {
  const end = Date.now() + patience
  for (let pause = PAUSE_MS; ; pause = Math.min(1.1 * pause, LONGEST_PAUSE_MS)) {
    const found = await find()
    if (found) return found as NonNullable<Exclude<T, false>>
    if (Date.now() > end) throw new Error(`never happened in ${patience} ms: ${typeof what === 'string' ? what : what()}`)
    await Bun.sleep(pause)
  }
}

/** The promise, or an error when it takes too long. */
export function within<T>(milliseconds: number, promise: Promise<T>, why: () => string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(why())), milliseconds)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** Whatever waits for no timer and no other process has happened after it. */
export const turn = () => new Promise<void>(done => setImmediate(done))

import { invalid } from '../errors'

/** Half of what the slowest mobile network brings. Who sends less is away, or means to keep the place. */
const MIN_BYTES = 64 * 1024
const WINDOW_MS = 10_000

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** Minimum data rate of a body (Slowloris): a read fails when less came in a window of time. `end` stops the clock. */
export function minimumRate(reader: Reader, windowMs = WINDOW_MS) {
  let [size, before] = [0, 0]
  /** Of the read that waits: a promise of all of them, raced anew for each, would keep what each brought. */
  let stall: ((error: Error) => void) | undefined
  const clock = setInterval(() => {
    // A slow disk is not the sender's fault.
    if (size - before < MIN_BYTES) stall?.(invalid())
    before = size
  }, windowMs)
  return {
    async read() {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Reader['read']>>>()
      stall = reject
      reader.read().then(resolve, reject)
      const read = await promise
      stall = undefined
      size += read.value?.length ?? 0
      return read
    },
    end: () => clearInterval(clock),
  }
}

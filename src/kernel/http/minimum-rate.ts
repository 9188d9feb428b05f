import { invalid } from '../errors'

/** Half of what the slowest mobile network brings. Who sends less is away, or means to keep the place. */
const MIN_BYTES = 64 * 1024
const WINDOW_MS = 10_000

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** Minimum data rate of a body (Slowloris): a read fails when less came in a window of time. `end` stops the clock. */
export function minimumRate(reader: Reader, windowMs = WINDOW_MS) {
  const { promise: stalled, reject: stall } = Promise.withResolvers<never>()
  let [size, before, isReading] = [0, 0, false]
  const clock = setInterval(() => {
    // A slow disk is not the sender's fault.
    if (isReading && size - before < MIN_BYTES) stall(invalid())
    before = size
  }, windowMs)
  return {
    async read() {
      isReading = true
      const read = await Promise.race([reader.read(), stalled])
      isReading = false
      size += read.value?.length ?? 0
      return read
    },
    end: () => clearInterval(clock),
  }
}

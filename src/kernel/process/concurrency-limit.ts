type Lane = { running: number; waiting: (() => void)[] }

/**
 * A concurrency limit per key: at most `limit` run at once and in one turn of the event loop; more wait in order, without holding up
 * another key. A slot is released in the next turn: work that only reads ends in the turn that began it, so that released slots would be
 * taken without end and starve the loop.
 */
export function concurrencyLimit(limit: number) {
  const lanes = new Map<number, Lane>()

  function release(key: number, lane: Lane) {
    const next = lane.waiting.shift()
    if (next) next()
    else if (--lane.running === 0) lanes.delete(key)
  }

  return async function limited<T>(key: number, work: () => Promise<T>): Promise<T> {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] }
    lanes.set(key, lane)
    if (lane.running < limit) lane.running++
    else await new Promise<void>(resolve => lane.waiting.push(resolve))
    try {
      return await work()
    } finally {
      setImmediate(release, key, lane)
    }
  }
}

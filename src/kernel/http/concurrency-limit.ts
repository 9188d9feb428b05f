type Lane = { running: number; waiting: (() => void)[] }

/**
 * Runs at most so many for one key in one turn of the event loop, and so many at once. More wait, and hold up nobody of another key.
 * A place is given back in the next turn: what only reads is done in the turn that began it, and would else follow each other without end.
 */
export function concurrencyLimit(limit: number) {
  const lanes = new Map<number, Lane>()

  function giveBack(key: number, lane: Lane) {
    const next = lane.waiting.shift()
    if (next) next()
    else if (--lane.running === 0) lanes.delete(key)
  }

  return async function turn<T>(key: number, work: () => Promise<T>): Promise<T> {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] }
    lanes.set(key, lane)
    if (lane.running < limit) lane.running++
    else await new Promise<void>(resolve => lane.waiting.push(resolve))
    try {
      return await work()
    } finally {
      setImmediate(giveBack, key, lane)
    }
  }
}

type Lane = { running: number; waiting: (() => void)[]; began?: number }

/** So much of a turn of the event loop is one key's; what it began is ended all the same. */
const TURN_MS = 10

/**
 * A concurrency limit per key: at most `limit` run at once and in one turn of the event loop; more wait in order, without holding up
 * another key. A slot is released in the next turn: work that only reads ends in the turn that began it, so that released slots would be
 * taken without end and starve the loop. For the same reason a key whose work took long in a turn begins no more in it, and then one a turn:
 * thirty searches at once hold up another key by one of them.
 */
export function concurrencyLimit(limit: number) {
  const lanes = new Map<number, Lane>()

  function begin(lane: Lane) {
    lane.running++
    if (lane.began !== undefined) return
    lane.began = performance.now()
    setImmediate(() => {
      lane.began = undefined
      next(lane)
    })
  }
  function next(lane: Lane) {
    if (lane.running >= limit || !lane.waiting.length) return
    begin(lane)
    lane.waiting.shift()!()
  }
  function release(key: number, lane: Lane) {
    lane.running--
    next(lane)
    if (!lane.running && lanes.get(key) === lane) lanes.delete(key)
  }
  const hasRoom = ({ running, began, waiting }: Lane) =>
    running < limit && !waiting.length && (began === undefined || performance.now() - began < TURN_MS)

  return async function limited<T>(key: number, work: () => Promise<T>): Promise<T> {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] }
    lanes.set(key, lane)
    if (hasRoom(lane)) begin(lane)
    else await new Promise<void>(resolve => lane.waiting.push(resolve))
    try {
      return await work()
    } finally {
      setImmediate(release, key, lane)
    }
  }
}

type Lane = {
  running: number
  waiting: (() => void)[]
  /** When the first work of this turn of the event loop began, and how much did. */
  turn?: { at: number; begun: number }
  /** So much may begin in a turn, by how long it took in the last one. */
  quota: number
}

/** So much of a turn of the event loop is one key's; what it began is ended all the same. */
const TURN_MS = 50

/**
 * A concurrency limit per key: at most `limit` run at once and in one turn of the event loop; more wait in order, without holding up
 * another key. A slot is released in the next turn: work that only reads ends in the turn that began it, so that released slots would be
 * taken without end and starve the loop. For the same reason a key whose work took long in a turn begins no more in it, and fewer in the
 * next: thirty slow searches at once hold up another key by one of them.
 */
export function concurrencyLimit(limit: number) {
  const lanes = new Map<number, Lane>()

  function begin(lane: Lane) {
    lane.running++
    if (lane.turn) return lane.turn.begun++
    const turn = (lane.turn = { at: performance.now(), begun: 1 })
    setImmediate(() => {
      const each = (performance.now() - turn.at) / turn.begun
      lane.quota = Math.max(1, Math.min(limit, Math.floor(TURN_MS / each)))
      lane.turn = undefined
      resume(lane)
    })
  }
  const hasRoom = ({ running, turn, quota }: Lane) =>
    running < limit && (!turn || (turn.begun < quota && performance.now() - turn.at < TURN_MS))
  function resume(lane: Lane) {
    while (lane.waiting.length && hasRoom(lane)) {
      begin(lane)
      lane.waiting.shift()!()
    }
  }
  function release(key: number, lane: Lane) {
    lane.running--
    resume(lane)
    if (!lane.running && lanes.get(key) === lane) lanes.delete(key)
  }

  return async function limited<T>(key: number, work: () => Promise<T>): Promise<T> {
    const lane = lanes.get(key) ?? { running: 0, waiting: [], quota: limit }
    lanes.set(key, lane)
    if (!lane.waiting.length && hasRoom(lane)) begin(lane)
    else await new Promise<void>(resolve => lane.waiting.push(resolve))
    try {
      return await work()
    } finally {
      setImmediate(release, key, lane)
    }
  }
}

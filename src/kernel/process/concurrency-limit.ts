type Lane = {
  running: number
  /** By owner: who stands first begins next, and stands behind the others then. */
  waiting: Map<number | undefined, (() => void)[]>
  /** How much work began in this turn of the event loop; how long what ended in it took, and when the last of that did. */
  turn?: { begun: number; spent: number; ended: number }
  /** So much may begin in a turn, by how long it took in the last one. */
  quota: number
}

/** So much of a turn of the event loop is one key's; what it began is ended all the same. */
const TURN_MS = 50

/**
 * A concurrency limit per key: at most `limit` run at once and in one turn of the event loop; more wait, without holding up another key, and
 * in turns of their owners (round-robin), each in order. A slot is released in the next turn: work that only reads ends in the turn that
 * began it, so that released slots would be taken without end and starve the loop. For the same reason a key whose work took long in a turn
 * begins no more in it, and fewer in the next: thirty slow searches at once hold up another key by one of them.
 */
export function concurrencyLimit(limit: number) {
  const lanes = new Map<number, Lane>()

  function begin(lane: Lane) {
    lane.running++
    if (lane.turn) return lane.turn.begun++
    const turn = (lane.turn = { begun: 1, spent: 0, ended: 0 })
    setImmediate(() => {
      lane.quota = Math.max(1, Math.min(limit, Math.floor((TURN_MS * turn.begun) / turn.spent)))
      lane.turn = undefined
      resume(lane)
    })
  }
  const hasRoom = ({ running, turn, quota }: Lane) => running < limit && (!turn || (turn.begun < quota && turn.spent < TURN_MS))
  function resume(lane: Lane) {
    const { waiting } = lane
    for (const [owner, turns] of waiting) {
      if (!hasRoom(lane)) return
      waiting.delete(owner)
      begin(lane)
      turns.shift()!()
      // At the end, where this loop comes to them again.
      if (turns.length) waiting.set(owner, turns)
    }
  }
  function wait({ waiting }: Lane, owner?: number) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const turns = waiting.get(owner)
    if (turns) turns.push(resolve)
    else waiting.set(owner, [resolve])
    return promise
  }
  function release(key: number, lane: Lane) {
    lane.running--
    resume(lane)
    if (!lane.running && lanes.get(key) === lane) lanes.delete(key)
  }

  return async function limited<T>(key: number, work: () => Promise<T>, owner?: number): Promise<T> {
    const lane: Lane = lanes.get(key) ?? { running: 0, waiting: new Map(), quota: limit }
    lanes.set(key, lane)
    if (!lane.waiting.size && hasRoom(lane)) begin(lane)
    else await wait(lane, owner)
    const { turn } = lane
    const from = performance.now()
    // What goes on in a later turn waits for something else, and keeps nobody.
    const noteTime = () => {
      if (!turn || turn !== lane.turn) return
      const to = performance.now()
      turn.spent += to - Math.max(from, turn.ended)
      turn.ended = to
    }
    try {
      const working = work()
      noteTime()
      return await working
    } finally {
      noteTime()
      setImmediate(release, key, lane)
    }
  }
}

const DOUBLE_PRESS_MS = 600

/** Runs a verb unless its press is the second of a double one. Whom it is for may be known only by the server. */
function guard() {
  let free = 0
  /** The ticket of the last press, once its verb is done. */
  let done: number | undefined
  const once = (ticketId: number | undefined, verb: () => Promise<unknown>) => {
    const hold = () => (free = performance.now() + DOUBLE_PRESS_MS)
    if (performance.now() < free && (ticketId === undefined || ticketId !== done)) return
    hold()
    done = undefined
    void verb().finally(() => {
      hold()
      done = ticketId
    })
  }
  return { once, release: () => void (free = 0) }
}

/**
 * A ticket leaves and the next customer's verb stands under the pointer: the second press of a double one was not meant for them. The same
 * ticket that is back, by undo, is meant.
 */
export const { once } = guard()
/** The same of a key, which is meant for the one that comes. A press of anything else in between is no part of a double one. */
export function onceByKey() {
  const { once, release } = guard()
  let last: string
  addEventListener('pointerdown', release, true)
  addEventListener(
    'keydown',
    ({ code }: KeyboardEvent) => {
      if (/^(Alt|Shift|Control|Meta)/.test(code)) return
      if (code !== last) release()
      last = code
    },
    true,
  )
  return once
}

/** Who came on screen because another ticket ended, until the field of the answer is there. */
let follower: number | undefined
export const follows = (ticketId: number | undefined) => void (follower = ticketId)

/** From the moment in which the field of such a one is there: whether nobody can have looked at it, and what ends or sends is a second press. */
export function unseen(ticketId: number) {
  const until = follower === ticketId ? performance.now() + DOUBLE_PRESS_MS : 0
  follower = undefined
  return () => performance.now() < until
}

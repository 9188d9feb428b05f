const DOUBLE_PRESS_MS = 600
let free = 0
/** The ticket of the last press, once its verb is done. */
let done: number | undefined

/**
 * A ticket leaves and the next customer's verb stands under the pointer: the second press of a double one was not meant for them. The same
 * ticket that is back, by undo, is meant.
 */
export function once(ticketId: number, verb: () => Promise<unknown>) {
  const hold = () => (free = performance.now() + DOUBLE_PRESS_MS)
  if (performance.now() < free && ticketId !== done) return
  hold()
  done = undefined
  void verb().finally(() => {
    hold()
    done = ticketId
  })
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

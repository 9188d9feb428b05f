const DOUBLE_PRESS_MS = 600
let free = 0

/** A ticket leaves and the next customer's verb stands under the pointer: the second press of a double one was not meant for them. */
export function once(verb: () => Promise<unknown>) {
  const hold = () => (free = performance.now() + DOUBLE_PRESS_MS)
  if (performance.now() < free) return
  hold()
  void verb().finally(hold)
}

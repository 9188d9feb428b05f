const TOLERANCE_MS = 60_000

/**
 * Detects that the wall clock was set, against the monotonic clock: each call returns by how many ms since the last (negative: back),
 * 0 for less than a minute.
 */
export function clockWatch(wall: () => number = Date.now, steady: () => number = () => performance.now()) {
  let offset = wall() - steady()
  return function clockJump() {
    const jump = Math.round(wall() - steady() - offset)
    offset += jump
    return Math.abs(jump) < TOLERANCE_MS ? 0 : jump
  }
}

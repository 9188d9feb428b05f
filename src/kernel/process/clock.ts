const TOLERANCE_MS = 60_000

/** Compares the wall clock with one that only counts: each look tells by how many ms it was put forward (or back, below 0) since the last. */
export function clockWatch(wall: () => number = Date.now, steady: () => number = () => performance.now()) {
  let offset = wall() - steady()
  return () => {
    const jump = Math.round(wall() - steady() - offset)
    offset += jump
    return Math.abs(jump) < TOLERANCE_MS ? 0 : jump
  }
}

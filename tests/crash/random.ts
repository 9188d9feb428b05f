/** Repeatable numbers: the same seed gives the same run, as far as a run between two processes can repeat. */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  function next() {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => Math.round(from + next() * (to - from))
  return {
    between,
    of: <T>(list: T[]) => list[between(0, list.length - 1)]!,
    oneIn: (count: number) => next() < 1 / count,
  }
}
export type Random = ReturnType<typeof randomFrom>

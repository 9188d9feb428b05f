/** Everything in the data set is computed from row numbers by this; no clock, no locale. `stream` keeps uses apart. */
const mix = (seed: number) => {
  let h = (seed ^ (seed >>> 16)) >>> 0
  h = Math.imul(h, 0x7feb352d) >>> 0
  h = (h ^ (h >>> 15)) >>> 0
  h = Math.imul(h, 0x46ca68b5) >>> 0
  return (h ^ (h >>> 16)) >>> 0
}

/** Numbers that a seed gives, always the same ones. */
export function numbersOf(seed: number) {
  /** 32 bits for a row. */
  const bits = (row: number, stream: number) => mix((row + Math.imul(stream, 0x9e3779b9) + Math.imul(seed, 0x85ebca6b)) >>> 0)
  return {
    bits,
    /** From 0 to 1. */
    share: (row: number, stream: number) => bits(row, stream) / 2 ** 32,
    below: (row: number, stream: number, limit: number) => bits(row, stream) % limit,
  }
}
export const cube = (x: number) => x * x * x

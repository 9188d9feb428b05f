const PHASES = 256
const HALF_WIDTH = 16

/** Windowed sinc, one row of taps for each fraction of a sample; cut below the lower of the two rates. */
function taps(half: number, cutoff: number) {
  return Array.from({ length: PHASES + 1 }, (_, phase) => {
    const row = Float32Array.from({ length: half * 2 }, (_, tap) => {
      const x = tap - half + 1 - phase / PHASES
      const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / (half + 1))
      return window * (x === 0 ? cutoff : Math.sin(Math.PI * x * cutoff) / (Math.PI * x))
    })
    const sum = row.reduce((total, value) => total + value, 0)
    return row.map(value => value / sum)
  })
}

/** A streaming resampler: `next` takes samples at one rate and returns them at another, `end` returns what it still holds. */
export function resampler(from: number, to: number) {
  if (from === to) return { next: (samples: Float32Array) => samples, end: () => new Float32Array(0) }
  const half = Math.ceil(HALF_WIDTH * Math.max(1, from / to))
  const table = taps(half, Math.min(1, to / from) * 0.95)
  const step = from / to
  let held: Float32Array = new Float32Array(half - 1)
  let position = half - 1
  let pending = 0

  function next(samples: Float32Array) {
    const input = new Float32Array(held.length + samples.length)
    input.set(held)
    input.set(samples, held.length)
    pending += samples.length
    const output = new Float32Array(Math.max(0, Math.ceil((input.length - half - position) / step)))
    let count = 0
    for (; position < input.length - half; position += step) {
      const whole = Math.floor(position)
      const row = table[Math.round((position - whole) * PHASES)]!
      let sum = 0
      for (let tap = 0; tap < row.length; tap++) sum += row[tap]! * input[whole - half + 1 + tap]!
      output[count++] = sum
    }
    const done = Math.max(0, Math.floor(position) - half + 1)
    held = input.slice(done)
    position -= done
    pending -= count * step
    return output.subarray(0, count)
  }
  return { next, end: () => next(new Float32Array(half)).subarray(0, Math.max(0, Math.round(pending / step))) }
}

import { signal } from '@preact/signals-react'

/** What was pressed takes longer than a moment, as on a bad line: the page says so until it is done. */
export const isSlow = signal(false)
const SLOW_MS = 500
let late = 0

/** Gives what the work gives; while it is late, the page says so. */
export async function toldWhenSlow<T>(work: Promise<T>): Promise<T> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    isSlow.value = ++late > 0
  }, SLOW_MS)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    if (isLate) isSlow.value = --late > 0
  }
}

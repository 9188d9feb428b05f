import { signal } from '@preact/signals-react'

/** By so much a clock may be wrong, and an answer be late, before it matters. */
const TOLERATED_MS = 5_000

/** By how much the server's clock is ahead of the computer's. */
const ahead = signal(0)

/** Learns it from the date of an answer. */
export function setClock(date: string | null) {
  const by = Date.parse(date ?? '') - Date.now()
  if (Math.abs(by - ahead.peek()) > TOLERATED_MS) ahead.value = Math.abs(by) > TOLERATED_MS ? by : 0
}

/** The moment by the server's clock, by which everything that it tells of happened. */
export const serverNow = () => Date.now() + ahead.value

const MAX_DELAY_MS = 60_000
/** A socket that was open for so long resets the backoff. */
const STEADY_MS = 5_000
/** How often a connection that was never paired is tried. */
export const UNPAIRED_ATTEMPTS = 5

/** Exponential backoff with jitter: half a second at first, doubled up to a minute, so that many connections do not retry at once. In ms. */
export function reconnectDelay(attempt: number) {
  const whole = Math.min(MAX_DELAY_MS, 500 * 2 ** (attempt - 1))
  return whole / 2 + (Math.random() * whole) / 2
}

/** A connection that opens and drops at once counts on, or it would be retried at the shortest pause for ever. */
export const failuresAfter = (failures: number, { openMs }: { openMs: number | null }) =>
  openMs !== null && openMs >= STEADY_MS ? 1 : failures + 1

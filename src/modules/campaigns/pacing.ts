import type { CampaignSettings } from './body'

// When a number may send again: a function of the settings and of what it sent last, without a clock or a database of its own.

type Rhythm = Pick<CampaignSettings, 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'>
/** When the network took the last message, how many there were since the last rest, and the dice of its gap. */
export type Last = { at: number; burst: number; roll: number }

/** Nothing follows a message before the network took it, which is looked at so often: what a message takes at least. */
export const TAKEN_MS = 1_000

/** Gaps vary by so much, upwards alone: the setting is the least of them. */
const JITTER = 0.3

/** Whether the gap after a message is the longer one. */
export const isRest = ({ longerIntervalAfter }: Rhythm, { burst }: Pick<Last, 'burst'>) =>
  longerIntervalAfter > 0 && burst >= longerIntervalAfter
const least = (rhythm: Rhythm, last: Pick<Last, 'burst'>) =>
  1000 * (isRest(rhythm, last) ? Math.max(rhythm.messageInterval, rhythm.greaterInterval) : rhythm.messageInterval)

/** The earliest moment of the next message. `slowdown` is what a number in trouble takes longer. */
export const nextAt = (rhythm: Rhythm, last: Last | undefined, slowdown = 1): number =>
  last ? last.at + Math.ceil(least(rhythm, last) * slowdown * (1 + JITTER * last.roll)) : 0

/** What the number has sent last when it sends now. */
export const afterSending = (rhythm: Rhythm, last: Last | undefined, at: number, roll: number): Last => ({
  at,
  burst: last && !isRest(rhythm, last) ? last.burst + 1 : 1,
  roll,
})

/** How long so many messages take, as gaps are on the average. */
export function durationOf(rhythm: Rhythm, messages: number, slowdown = 1): number {
  const gaps = Math.max(0, messages - 1)
  const rests = rhythm.longerIntervalAfter > 0 ? Math.floor(gaps / rhythm.longerIntervalAfter) : 0
  const average = (burst: number) => Math.max(TAKEN_MS, least(rhythm, { burst }) * slowdown * (1 + JITTER / 2))
  return Math.round((gaps - rests) * average(0) + rests * average(Infinity))
}

/** Messages that a number sends in an hour. */
export const perHour = (rhythm: Rhythm) => Math.round(3_600_000 / (durationOf(rhythm, 1_001) / 1_000))

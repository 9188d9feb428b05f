import type { CampaignSettings } from './body'

// When a number may send again: a function of the settings and of what it sent last, without a clock or a database of its own.

export type Rhythm = Pick<CampaignSettings, 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'>
/** When the network took the last message, how many there were since the last rest, and the dice of its gap. */
export type Last = { at: number; burst: number; roll: number }

/** Gaps vary by so much, upwards alone: the setting is the least of them. */
const JITTER = 0.3

const isRest = ({ longerIntervalAfter }: Rhythm, { burst }: Pick<Last, 'burst'>) => longerIntervalAfter > 0 && burst >= longerIntervalAfter
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
  const [gap, rest] = [least(rhythm, { burst: 0 }), least(rhythm, { burst: Infinity })]
  return Math.round(((gaps - rests) * gap + rests * rest) * slowdown * (1 + JITTER / 2))
}

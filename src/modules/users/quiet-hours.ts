import type { Preferences } from './body'

/** Whether a clock that shows HH:MM is within somebody's hours of quiet: they may go over midnight, and the end is not of them. */
export function isQuietAt(hours: Preferences['quiet'], clock: string) {
  if (!hours) return false
  const { from, to } = hours
  return from <= to ? from <= clock && clock < to : clock >= from || clock < to
}

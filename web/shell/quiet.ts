import type { Preferences } from '../../src/modules/users'

/** Whether nothing sounds now: hours may go over midnight, and the end is not of them. */
export function isQuiet(quiet: Preferences['quiet'], now = new Date()) {
  if (!quiet) return false
  const at = now.toTimeString().slice(0, 5)
  const { from, to } = quiet
  return from <= to ? from <= at && at < to : at >= from || at < to
}

/** How loud a queue is beside others: as loud as all where nothing was chosen. */
export const loudnessOf = (volumes: Preferences['queueVolumes'], queueId: number | null) =>
  volumes.find(one => one.queueId === queueId)?.volume ?? 1

import type { Preferences } from '../../src/modules/users'
import { isQuietAt } from '../../src/modules/users/quiet-hours'

/** Whether nothing sounds now, by the clock of this computer. */
export const isQuiet = (hours: Preferences['quiet'], now = new Date()) => isQuietAt(hours, now.toTimeString().slice(0, 5))

/** How loud a queue is beside others: as loud as all where nothing was chosen. */
export const loudnessOf = (volumes: Preferences['queueVolumes'], queueId: number | null) =>
  volumes.find(one => one.queueId === queueId)?.volume ?? 1

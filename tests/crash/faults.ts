import { BACKLOG } from './backlog'
import { LINE } from './line'
import { MEDIA_HOST } from './media-host'

/** Everything that can go wrong on the line, by the name that `bun crash` knows it by. */
export const FAULTS = { ...LINE, ...MEDIA_HOST, ...BACKLOG }
export const isFault = (name: string): name is Extract<keyof typeof FAULTS, string> => Object.hasOwn(FAULTS, name)

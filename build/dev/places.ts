import { join } from 'node:path'
import { here } from '../sources'

/** Where the web stands while it is worked on: readable, not packed. */
export const DEV_WEB = here('dist/dev')
/** In it, what a window compares itself with. */
export const NEWS = join(DEV_WEB, 'news.json')
/** Addresses that exist only here. */
export const LIVE = { script: '/@dev/live.js', events: '/@dev/events' }

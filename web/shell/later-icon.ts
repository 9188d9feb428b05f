import { lazyIcon } from '../kit/lazy-icon'
import { afterwards } from '../kit/usable'

/** What of the shell comes after the first load, all of it at once. */
export const soon = afterwards(() => import('./soon'))

/** An icon of the shell that comes with it. */
export const later = (name: keyof typeof import('./icons')) => lazyIcon(async () => (await soon())[name])

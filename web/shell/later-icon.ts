import { lazyIcon } from '../kit/lazy-icon'

/** An icon of the shell that comes after the first load, all of them at once. */
export const later = (name: keyof typeof import('./icons')) => lazyIcon(async () => (await import('./soon'))[name])

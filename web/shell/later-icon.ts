import { imported } from '../kit/imported'
import { lazyIcon } from '../kit/lazy-icon'
import { afterwards } from '../kit/usable'

const PAUSE_MS = 2_000
/** Retry: nobody who is at work is stopped by a request that was lost. */
const again = <Module>(load: () => Promise<Module>, left = 2): Promise<Module> =>
  imported(load).catch(error => {
    if (!left) throw error
    return new Promise(resolve => setTimeout(resolve, PAUSE_MS)).then(() => again(load, left - 1))
  })

/** What of the shell comes after the first load, all of it at once. */
export const soon = afterwards(() => again(() => import('./soon')))

/** An icon of the shell that comes with it. */
export const later = (name: keyof typeof import('./icons')) => lazyIcon(async () => (await soon())[name])

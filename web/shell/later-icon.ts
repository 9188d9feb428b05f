import { lazyIcon } from '../kit/lazy-icon'
import { type Retryable, retryable } from '../kit/retryable'
import { afterwards } from '../kit/usable'

const PAUSE_MS = 2_000
/** Nobody who is at work is stopped by a request that was lost. */
const again = <Module>(load: Retryable<Module>, left = 2): Promise<Module> =>
  load().catch(error => {
    if (!left) throw error
    return new Promise(resolve => setTimeout(resolve, PAUSE_MS)).then(() => again(load, left - 1))
  })
const importSoon = retryable(() => import('./soon'))

/** What of the shell comes after the first load, all of it at once. */
export const soon = afterwards((() => again(importSoon)) as typeof importSoon)

/** An icon of the shell that comes with it. */
export const later = (name: keyof typeof import('./icons')) => lazyIcon(async () => (await soon())[name])

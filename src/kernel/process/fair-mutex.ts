import { concurrencyLimit } from './concurrency-limit'
import { mutex } from './serial'

/**
 * One at a time, for work that fills a core: there may be only one. Of each key one stands in that line, so that they take turns: nobody
 * waits behind all that another asked for.
 */
export function fairMutex() {
  const oneAtATime = mutex()
  const turn = concurrencyLimit(1)
  return <T>(key: number, work: () => Promise<T>): Promise<T> => turn(key, () => oneAtATime(work))
}

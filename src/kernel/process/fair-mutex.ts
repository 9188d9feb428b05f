import { concurrencyLimit } from './concurrency-limit'
import { mutex } from './serial'

/**
 * A mutex for work that fills a core, fair between keys: of each key one stands in its line, so that they take turns, and nobody waits
 * behind all that another asked for.
 */
export function fairMutex() {
  const oneAtATime = mutex()
  const turn = concurrencyLimit(1)
  return <T>(key: number, work: () => Promise<T>): Promise<T> => turn(key, () => oneAtATime(work))
}

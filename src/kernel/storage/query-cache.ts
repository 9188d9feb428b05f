import { lruMap } from '../process/lru'
import type { Cell } from './reading-thread'

const MAX_ANSWERS = 500
/** A search in a large company finds a megabyte or two of ids. */
const MAX_BYTES = 8 * 1024 * 1024
/** Of a number, and of the entry around any answer. */
const OVERHEAD_BYTES = 100

type Answer = { value: Promise<Cell>; bytes: number }

/** A cache of single cells by query, cleared by every commit; LRU within a number of answers and of bytes. */
export function queryCache(maxBytes = MAX_BYTES) {
  const answers = lruMap<string, Answer>(MAX_ANSWERS, { maxSize: maxBytes, sizeOf: ({ bytes }) => bytes })
  return {
    /** Concurrent callers of one query share one load. A load that fails is not cached. */
    getOrLoad<T extends Cell>(query: string, load: () => Promise<T>): Promise<T> {
      const cached = answers.get(query)
      if (cached) return cached.value as Promise<T>
      const value = load()
      const answer: Answer = { value, bytes: query.length + OVERHEAD_BYTES }
      answers.set(query, answer)
      // Only while it is still the answer: a commit may have cleared it, and then it is stale.
      const isCurrent = () => answers.get(query) === answer
      value.then(
        cell => {
          if (isCurrent()) answers.set(query, { value, bytes: answer.bytes + (typeof cell === 'string' ? cell.length : 0) })
        },
        () => {
          if (isCurrent()) answers.delete(query)
        },
      )
      return value
    },
    clear: () => answers.clear(),
  }
}

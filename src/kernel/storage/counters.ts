import type { InValue } from '@libsql/client'

/** A statement that adds to a counter; its last value is how many. It must not fail, because a whole group of commits would. */
export type Counter = { sql: string; args: InValue[] }

/**
 * Counters that each message raises, summed for a group of writes and written once before its commit: a row that is changed a hundred times
 * costs as much as one. What is undone takes back what it counted: jobs and savepoints of a group come one after the other.
 */
export function counters() {
  const raised: Counter[] = []
  return {
    raise: (counter: Counter) => void raised.push(counter),
    mark: () => raised.length,
    undo: (mark: number) => void (raised.length = mark),
    /** The sums, after which nothing is counted. */
    sums(): Counter[] {
      const sums = new Map<string, { counter: Counter; n: number }>()
      for (const counter of raised.splice(0)) {
        const key = `${counter.sql} ${JSON.stringify(counter.args)}`
        const sum = sums.get(key) ?? { counter, n: 0 }
        sum.n++
        sums.set(key, sum)
      }
      return [...sums.values()].map(({ counter: { sql, args }, n }) => ({ sql, args: [...args, n] }))
    },
  }
}

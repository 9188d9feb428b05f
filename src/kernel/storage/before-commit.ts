import type { InValue } from '@libsql/client'
import type { Db } from './libsql'

/** A statement that adds to a counter; its last value is how many. It must not fail, because a whole group of commits would. */
export type Counter = { sql: string; args: InValue[] }
/** Work on what a group of writes has left to do. It must not fail either. */
export type LastStep = (client: Pick<Db['$client'], 'execute'>) => Promise<unknown>

/**
 * What a group of writes does once, before its commit, however many of them ask: counters that each message raises are summed, since a row
 * that is changed a hundred times costs as much as one, and what is left to do is done together. What is undone takes back what it asked
 * for: jobs and savepoints of a group come one after the other.
 */
export function beforeCommit() {
  const asked: (Counter | LastStep)[] = []

  function sums(raised: Counter[]): Counter[] {
    const sums = new Map<string, { counter: Counter; n: number }>()
    for (const counter of raised) {
      const key = `${counter.sql} ${JSON.stringify(counter.args)}`
      const sum = sums.get(key) ?? { counter, n: 0 }
      sum.n++
      sums.set(key, sum)
    }
    return [...sums.values()].map(({ counter: { sql, args }, n }) => ({ sql, args: [...args, n] }))
  }

  return {
    ask: (what: Counter | LastStep) => void asked.push(what),
    mark: () => asked.length,
    undo: (mark: number) => void (asked.length = mark),
    /** All of it, after which nothing is asked. */
    async run(client: Pick<Db['$client'], 'execute'>) {
      const all = asked.splice(0)
      for (const sum of sums(all.filter(one => typeof one !== 'function'))) await client.execute(sum)
      for (const step of new Set(all.filter(one => typeof one === 'function'))) await step(client)
    },
  }
}

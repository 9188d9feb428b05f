import type { InValue } from '@libsql/client'
import type { Db } from './libsql'
import { storageFaultOf } from './storage-errors'

/** A statement that adds to a counter; its last value is how many. It must not fail, because a whole group of commits would. */
export type Counter = { sql: string; args: InValue[] }
/**
 * Work on what groups of writes have left to do: all that is left, not what one of them left. Where it meets damage the group is committed
 * without it, and a later group that asks for it tries again.
 */
export type LastStep = (client: Executes) => Promise<unknown>
type Executes = Pick<Db['$client'], 'execute'>

const BACKOFF_MS = 60_000

/**
 * What a group of writes does once, before its commit, however many of them ask: counters that each message raises are summed, since a row
 * that is changed a hundred times costs as much as one, and what is left to do is done together. What is undone takes back what it asked
 * for: jobs and savepoints of a group come one after the other.
 */
export function beforeCommit(leftOut: (error: unknown) => void) {
  const asked: (Counter | LastStep)[] = []
  /** Steps that met damage, and when they are tried again: each group would fail once more over what all before it have left. */
  const backoff = new Map<LastStep, number>()

  async function attempt(client: Executes, step: LastStep) {
    if (performance.now() < (backoff.get(step) ?? 0)) return
    await client.execute('savepoint step')
    try {
      await step(client)
      backoff.delete(step)
    } catch (error) {
      if (storageFaultOf(error) !== 'damaged') throw error
      leftOut(error)
      backoff.set(step, performance.now() + BACKOFF_MS)
      await client.execute('rollback to step')
    }
    await client.execute('release step')
  }

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
    async run(client: Executes) {
      const all = asked.splice(0)
      for (const sum of sums(all.filter(one => typeof one !== 'function'))) await client.execute(sum)
      for (const step of new Set(all.filter(one => typeof one === 'function'))) await attempt(client, step)
    },
  }
}

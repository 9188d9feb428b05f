import { Cron } from 'croner'
import { clockWatch } from './clock'
import type { Logger } from './log'
import { storageFaultOf } from '../storage/storage-errors'

const CLOCK_CHECK_MS = 1_000

type Job = { pattern: string; turn: () => Promise<void>; running(): Promise<void> | undefined; cron: Cron }

/** Cron jobs of this process, in memory. Work must be idempotent: a run may come late, or twice after the clock was set. */
export function cronJobs(log: Logger, look: () => number = clockWatch()) {
  const jobs = new Map<string, Job>()

  // A pattern waits for a time of the wall clock: when the clock was set, the next run may be a day away.
  const watch = setInterval(() => {
    if (!look()) return
    for (const job of jobs.values()) {
      job.cron.stop()
      job.cron = new Cron(job.pattern, job.turn)
    }
  }, CLOCK_CHECK_MS)

  return {
    /** Runs work by a cron pattern with seconds; a run is skipped while the last one goes on. */
    every(pattern: string, name: string, work: () => unknown) {
      let current: Promise<void> | undefined
      const tick = async () => {
        try {
          await work()
        } catch (error) {
          // A storage fault is logged once, by the storage watch, and not by every job.
          log[storageFaultOf(error) ? 'debug' : 'error']({ job: name, err: error }, 'job failed')
        }
      }
      const turn = () => (current ??= tick().finally(() => (current = undefined)))
      jobs.set(name, { pattern, turn, running: () => current, cron: new Cron(pattern, turn) })
    },
    /** Runs a job now, or waits for the turn that runs already. */
    async run(name: string) {
      const job = jobs.get(name)
      if (!job) throw new Error(`there is no job ${name}`)
      await job.turn()
    },
    async stop() {
      clearInterval(watch)
      for (const { cron } of jobs.values()) cron.stop()
      await Promise.all([...jobs.values()].map(job => job.running()))
    },
  }
}

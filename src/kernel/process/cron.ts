import { Cron } from 'croner'
import { clockWatch } from './clock'
import type { Logger } from './log'
import { storageFaultOf } from '../storage/storage-errors'

const CLOCK_CHECK_MS = 1_000

type Job = { pattern: string; run: () => void; cron: Cron }

/** Cron jobs of this process, in memory. Work must be idempotent: a run may come late, or twice after the clock was set. */
export function cronJobs(log: Logger, look: () => number = clockWatch()) {
  const jobs: Job[] = []
  const running = new Set<Promise<void>>()

  // A pattern waits for a time of the wall clock: when the clock was set, the next run may be a day away.
  const watch = setInterval(() => {
    if (!look()) return
    for (const job of jobs) {
      job.cron.stop()
      job.cron = new Cron(job.pattern, job.run)
    }
  }, CLOCK_CHECK_MS)

  return {
    /** Runs work by a cron pattern with seconds; a run is skipped while the last one goes on. */
    every(pattern: string, name: string, work: () => unknown) {
      let isBusy = false
      async function attempt() {
        try {
          await work()
        } catch (error) {
          // A storage fault is logged once, by the storage watch, and not by every job.
          log[storageFaultOf(error) ? 'debug' : 'error']({ job: name, err: error }, 'job failed')
        }
      }
      function run() {
        if (isBusy) return
        isBusy = true
        const done = attempt().finally(() => {
          running.delete(done)
          isBusy = false
        })
        running.add(done)
      }
      jobs.push({ pattern, run, cron: new Cron(pattern, run) })
    },
    async stop() {
      clearInterval(watch)
      for (const { cron } of jobs) cron.stop()
      await Promise.all(running)
    },
  }
}
export type CronJobs = ReturnType<typeof cronJobs>

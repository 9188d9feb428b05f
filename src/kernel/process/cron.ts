import { Cron } from 'croner'
import { clockWatch } from './clock'
import type { Logger } from './log'
import { storageFaultOf } from '../storage/storage-errors'

const LOOK_MS = 1_000

type Job = { pattern: string; turn: () => Promise<void>; running(): Promise<void> | undefined; cron: Cron }

/** Jobs of this process. A job claims the rows it works on, so a run that comes late or twice does no harm. */
export function cronJobs(log: Logger, look: () => number = clockWatch()) {
  const jobs = new Map<string, Job>()

  // A pattern waits for a time of the wall clock: when that was set, what it waits for may be a day away.
  const watch = setInterval(() => {
    if (!look()) return
    for (const job of jobs.values()) {
      job.cron.stop()
      job.cron = new Cron(job.pattern, job.turn)
    }
  }, LOOK_MS)

  return {
    /** Runs work by a cron pattern with seconds; a turn is skipped while the last one still runs. */
    every(pattern: string, name: string, work: () => unknown) {
      let current: Promise<void> | undefined
      const tick = async () => {
        try {
          await work()
        } catch (error) {
          // That nothing can be stored is told once, by whoever watches the storage.
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
export type CronJobs = ReturnType<typeof cronJobs>

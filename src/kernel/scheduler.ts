import { Cron } from 'croner'
import type { Logger } from './log'

/** Jobs of this process. A job claims the rows it works on, so a tick that comes late or twice does no harm. */
export function scheduler(log: Logger) {
  const jobs: Cron[] = []
  const running = new Set<Promise<void>>()
  return {
    /** `pattern` is a cron pattern with seconds. A tick is skipped while the last one still runs. */
    every(pattern: string, name: string, work: () => Promise<unknown>) {
      const tick = async () => {
        try {
          await work()
        } catch (error) {
          log.error({ job: name, err: error }, 'job failed')
        }
      }
      jobs.push(
        new Cron(pattern, { protect: true, name: `${name}-${jobs.length}` }, async () => {
          const run = tick()
          running.add(run)
          await run
          running.delete(run)
        }),
      )
    },
    async stop() {
      for (const job of jobs) job.stop()
      await Promise.all(running)
    },
  }
}
export type Scheduler = ReturnType<typeof scheduler>

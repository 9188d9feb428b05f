import type { Logger } from './log'
import { troubleOf } from './trouble'

/**
 * Jobs of this process, by a clock that nobody sets: cron patterns would wait out a clock that was put back. A job claims the rows it
 * works on, so a run that comes late or twice does no harm.
 */
export function scheduler(log: Logger) {
  const timers = new Set<Timer>()
  const running = new Set<Promise<void>>()
  return {
    /** Runs work every so many seconds; a turn is skipped while the last one still runs. */
    every(seconds: number, name: string, work: () => unknown) {
      let run: Promise<void> | undefined
      const tick = async () => {
        try {
          await work()
        } catch (error) {
          // That nothing can be stored is told once, by whoever watches the storage.
          log[troubleOf(error) ? 'debug' : 'error']({ job: name, err: error }, 'job failed')
        }
      }
      const turn = () => {
        if (run) return
        const current = tick().finally(() => {
          running.delete(current)
          run = undefined
        })
        run = current
        running.add(current)
      }
      timers.add(setInterval(turn, seconds * 1000))
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}
export type Scheduler = ReturnType<typeof scheduler>

import { AppError } from '#kernel/errors'
import { startPlugin, type ExitReason, type HostApi, type Source } from './process'

/** Why the process of a plugin ended last, and until when the backoff before the next lasts. */
type Ending = { reason: ExitReason; at: Date; restsUntil: Date | null }
export type PluginSupervisor = ReturnType<typeof pluginSupervisor>

/** Somebody restarted it: what was under way may be asked for once more. */
export class PluginRestarted extends AppError {
  constructor() {
    super('ERR_PLUGIN_ENDED', 503)
  }
}

const MAX_PAUSE_MS = 5 * 60_000
/** Crashes older than this no longer count. */
const CRASH_WINDOW_MS = 10 * 60_000

const rested = (last: Ending): Ending => (last.restsUntil && last.restsUntil.getTime() > Date.now() ? last : { ...last, restsUntil: null })

/** Supervises the process of a plugin for one company: starts it on demand, and restarts it after a crash with exponential backoff from the second on, which begins with `pauseMs`. */
export function pluginSupervisor({ pauseMs, ...options }: Source & { idleMs: number; pauseMs: number }) {
  let running: ReturnType<typeof startPlugin> | undefined
  let crashes: number[] = []
  let backoff: { until: number; reason: Error } | undefined
  let last: Ending | undefined

  function ended(exitReason: ExitReason | undefined) {
    running = undefined
    if (!exitReason) return
    const reason = new AppError(exitReason, 503)
    const now = performance.now()
    crashes = [...crashes.filter(at => now - at < CRASH_WINDOW_MS), now]
    const pause = crashes.length > 1 ? pauseMs * 2 ** (crashes.length - 2) : 0
    backoff = { until: now + Math.min(pause, MAX_PAUSE_MS), reason }
    last = { reason: exitReason, at: new Date(), restsUntil: pause ? new Date(Date.now() + Math.min(pause, MAX_PAUSE_MS)) : null }
    options.note('error', exitReason)
    options.log.error({ plugin: options.source, exitReason, crashes: crashes.length }, 'the process of a plugin had to end')
    return reason
  }

  return {
    /** Runs a verb of the plugin for at most `ms`; its host API refuses calls after that. Throws the exit reason during the backoff. */
    async run<T>(ms: number, hostApi: HostApi, verb: string, ...args: unknown[]): Promise<T> {
      if (backoff && performance.now() < backoff.until) throw backoff.reason
      running ??= startPlugin({ ...options, ended })
      return running.run(ms, hostApi, verb, args)
    },
    state: () => ({ isRunning: running !== undefined, last: last && rested(last) }),
    leave: () => running?.leave(),
    /** Kills it now; the next task starts it at once, whatever it did before. */
    restart() {
      running?.end(undefined, new PluginRestarted())
      running = undefined
      crashes = []
      backoff = last = undefined
    },
    /** Kills it now, without rejecting its pending calls: the product stops. */
    end: () => running?.end(),
  }
}

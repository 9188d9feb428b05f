import { AppError } from '#kernel/errors'
import { startPlugin, type ExitReason, type HostApi, type Source } from './process'

export type PluginSupervisor = ReturnType<typeof pluginSupervisor>

const PAUSE_MS = 1_000
const MAX_PAUSE_MS = 5 * 60_000
/** A death so long ago is forgotten. */
const FORGIVEN_MS = 10 * 60_000

/** The process of a plugin, started by the first call and again by the next after it ended. Where it dies often it rests, ever longer. */
export function pluginSupervisor(options: Source & { idleMs: number }) {
  let running: ReturnType<typeof startPlugin> | undefined
  let deaths: number[] = []
  let rest: { until: number; reason: Error } | undefined

  function ended(fate: ExitReason | undefined) {
    running = undefined
    if (!fate) return
    const reason = new AppError(fate, 503)
    const now = performance.now()
    deaths = [...deaths.filter(at => now - at < FORGIVEN_MS), now]
    const pause = deaths.length > 1 ? PAUSE_MS * 2 ** (deaths.length - 2) : 0
    rest = { until: now + Math.min(pause, MAX_PAUSE_MS), reason }
    options.log.error({ plugin: options.source, fate, deaths: deaths.length }, 'the process of a plugin had to end')
    return reason
  }

  return {
    /** Runs a verb of the plugin for at most so long. What it is lent refuses from then on. */
    async run<T>(ms: number, lent: HostApi, verb: string, ...args: unknown[]): Promise<T> {
      if (rest && performance.now() < rest.until) throw rest.reason
      running ??= startPlugin({ ...options, ended })
      return running.run(ms, lent, verb, args)
    },
    leave: () => running?.leave(),
    /** Ends it now; whoever waits for it waits for nothing. */
    end: () => running?.end(),
  }
}

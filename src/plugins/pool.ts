import type { LogLevel, Source } from './process'
import { pluginSupervisor, type PluginSupervisor } from './supervisor'

export type Limits = { idleMs: number; pauseMs: number; maxWarm: number }
const MAX_LINES = 200
const MAX_LINE = 1_000
/** One line of the log of a plugin; null is the product itself. */
export type LogLine = { at: Date; level: LogLevel; message: string; companyId: number | null }

export type PluginPool = ReturnType<ReturnType<typeof pluginPools>>

/**
 * The processes of plugins, one for each company that has work for a plugin: what a company's webhook makes a plugin do, and the backoff
 * that follows of it, is felt by that company alone. Only the `maxWarm` that were used last stay for their next message.
 */
export function pluginPools({ maxWarm, ...limits }: Limits) {
  const warm = new Set<PluginSupervisor>()

  function used(process: PluginSupervisor) {
    warm.delete(process)
    warm.add(process)
    if (warm.size <= maxWarm) return
    const [oldest] = warm
    warm.delete(oldest!)
    oldest!.leave()
  }

  return function poolOf(source: Omit<Source, 'note'>) {
    const processes = new Map<number | null, PluginSupervisor>()
    const lines: LogLine[] = []
    function note(companyId: number | null, level: LogLevel, message: string, extra?: object) {
      const text = extra && Object.keys(extra).length ? `${message} ${JSON.stringify(extra)}` : message
      lines.push({ at: new Date(), level, message: text.slice(0, MAX_LINE), companyId })
      if (lines.length > MAX_LINES) lines.shift()
    }
    return {
      note,
      /** The newest first. */
      lines: () => lines.toReversed(),
      state() {
        const all = [...processes.values()].map(process => process.state())
        const ended = all.flatMap(({ last }) => last ?? []).toSorted((a, b) => b.at.getTime() - a.at.getTime())
        return { running: all.filter(({ isRunning }) => isRunning).length, last: ended[0] ?? null }
      },
      restart() {
        for (const process of processes.values()) process.restart()
      },
      /** The process that works for a company; null is the product itself, which asks a plugin what it is. */
      of(companyId: number | null): Pick<PluginSupervisor, 'run'> {
        const process = processes.get(companyId) ?? pluginSupervisor({ ...source, ...limits, note: (...line) => note(companyId, ...line) })
        processes.set(companyId, process)
        return {
          run(...task) {
            used(process)
            return process.run(...task)
          },
        }
      },
      leave() {
        for (const process of processes.values()) process.leave()
      },
      end() {
        for (const process of processes.values()) process.end()
      },
    }
  }
}

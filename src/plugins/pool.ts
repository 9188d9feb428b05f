import type { Source } from './process'
import { pluginSupervisor, type PluginSupervisor } from './supervisor'

export type Limits = { idleMs: number; pauseMs: number; maxWarm: number }
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

  return function poolOf(source: Source) {
    const processes = new Map<number | null, PluginSupervisor>()
    return {
      /** The process that works for a company; null is the product itself, which asks a plugin what it is. */
      of(companyId: number | null): Pick<PluginSupervisor, 'run'> {
        const process = processes.get(companyId) ?? pluginSupervisor({ ...source, ...limits })
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

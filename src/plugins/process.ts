import { readFileSync } from 'node:fs'
import { program } from '#kernel/process/embedded'
import type { Logger } from '#kernel/process/log'
import { rpcOver, type Packet } from './rpc'

/** What a call to a plugin may use while it runs. */
export type HostApi = Record<string, (...args: never[]) => unknown>
export type Source = {
  /** A file, or the name of a built-in plugin. */
  source: string
  folder: string
  log: Logger
}
/** Why a process had to end, as clients know it. */
export type ExitReason = 'ERR_PLUGIN_ENDED' | 'ERR_PLUGIN_FLOOD' | 'ERR_PLUGIN_MEMORY' | 'ERR_PLUGIN_STUCK'
type Life = Source & {
  idleMs: number
  /** Without a fate it ended in peace. Returns what those who wait are told, if anything. */
  ended(fate: ExitReason | undefined): Error | undefined
}

const TICK_MS = 250
/** So many ticks without an answer are an endless loop. No length of time: a machine that slept has missed one tick. */
const MAX_SILENT = 20
const MAX_MEMORY = 256_000_000
/** What a plugin may use for one message, and what it may send in one tick. */
const MAX_USES = 100
const MAX_PACKETS = 1_000
const MAX_COMPLAINTS = 20

/** Starts the process of a plugin, and ends it when it is not needed, hangs, eats memory or floods the product. */
export function startPlugin({ source, folder, log, idleMs, ended }: Life) {
  const tasks = new Map<number, { lent: HostApi; uses: number }>()
  let last = 0
  let isOver = false
  let isLeaving = false
  let packets = 0
  let complaints = 0
  let silent = 0
  let idle = 0
  let reported = 0

  const child = Bun.spawn([...program, 'plugin-host', source], {
    cwd: folder,
    // Nothing of the product's own, which holds secrets. The flag: it is gone when the product is, whatever it does then.
    env: { TZ: Intl.DateTimeFormat().resolvedOptions().timeZone, BUN_FEATURE_FLAG_NO_ORPHANS: '1' },
    stdio: ['ignore', 'ignore', 'ignore'],
    serialization: 'advanced',
    ipc(packet: Packet) {
      if (isOver) return
      if (++packets > MAX_PACKETS) end('ERR_PLUGIN_FLOOD')
      else void line.hear(packet)
    },
    onExit: () => end('ERR_PLUGIN_ENDED'),
  })
  const line = rpcOver(
    packet => {
      try {
        child.send(packet)
      } catch {
        // It has just ended, which onExit tells.
      }
    },
    (verb, [first, name, args]) => (verb === 'use' ? use(first as number, name as string, args as never[]) : complain(first)),
  )
  const watch = setInterval(tick, TICK_MS)

  function use(id: number, name: string, args: never[]) {
    const task = tasks.get(id)
    if (!task || !Object.hasOwn(task.lent, name)) throw new Error('the time is up')
    if (++task.uses > MAX_USES) return end('ERR_PLUGIN_FLOOD')
    return task.lent[name]!(...args)
  }

  function complain(said: unknown) {
    if (++complaints <= MAX_COMPLAINTS) log.error({ plugin: source, said }, 'a plugin left something to fail')
  }

  function tick() {
    packets = 0
    if ((privateMemory(child.pid) ?? reported) > MAX_MEMORY) return end('ERR_PLUGIN_MEMORY')
    if (++silent > MAX_SILENT) return end('ERR_PLUGIN_STUCK')
    if (silent === 1) void line.ask<number>('ping').then(heard, () => {})
    idle = tasks.size ? 0 : idle + TICK_MS
    if (idle && (isLeaving || idle > idleMs)) end()
  }
  function heard(memory: number) {
    silent = 0
    reported = memory
  }

  function end(fate?: ExitReason) {
    if (isOver) return
    isOver = true
    clearInterval(watch)
    child.kill('SIGKILL')
    const reason = ended(fate)
    if (reason) line.close(reason)
  }

  return {
    end,
    /** Ends it as soon as nobody waits for it, unless somebody comes. */
    leave: () => void (isLeaving = true),
    async run<T>(ms: number, lent: HostApi, verb: string, args: unknown[]): Promise<T> {
      const task = ++last
      isLeaving = false
      tasks.set(task, { lent, uses: 0 })
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => late.reject(new Error('ERR_OUT_OF_TIME')), ms)
      try {
        return await Promise.race([line.ask<T>(verb, task, ...args), late.promise])
      } finally {
        clearTimeout(timer)
        tasks.delete(task)
      }
    },
  }
}

/** Bytes that a process shares with nobody, where the system tells. */
function privateMemory(pid: number) {
  try {
    const sizes = readFileSync(`/proc/${pid}/status`, 'utf8').matchAll(/^(?:RssAnon|VmSwap):\s+(\d+) kB/gm)
    return 1024 * [...sizes].reduce((sum, [, size]) => sum + Number(size), 0)
  } catch {
    return undefined
  }
}

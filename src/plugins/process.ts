import { readFileSync } from 'node:fs'
import { program } from '#kernel/process/embedded'
import { AppError, type ErrorCode } from '#kernel/errors'
import type { Logger } from '#kernel/process/log'
import { rpcOver, type Packet } from './rpc'

export type LogLevel = 'info' | 'warn' | 'error'
/** What a plugin may call of the product while one of its tasks runs. */
export type HostApi = Record<string, (...args: never[]) => unknown>
export type Source = {
  /** A file, or the name of a built-in plugin. */
  source: string
  folder: string
  log: Logger
  /** A line of the plugin's own log, which operators read. */
  note(level: LogLevel, message: string, extra?: object): void
}
/** Why a process had to be killed: codes of the API. */
export type ExitReason = Extract<ErrorCode, `ERR_PLUGIN_${string}`>
type Life = Source & {
  idleMs: number
  /** Without a reason it was idle. Returns the error for the calls that are pending, if any. */
  ended(exitReason: ExitReason | undefined): Error | undefined
}

const TICK_MS = 250
/** Ticks without an answer that count as an endless loop. Counted, not timed: a machine that slept has missed one tick. */
const MAX_SILENT = 20
/** Of the processor, which a loop takes meanwhile: a process that got less is starved by a busy machine, and has longer. */
const LOOP_CPU_MS = 2_000
const MAX_STARVED = 120
const MAX_MEMORY = 256_000_000
/** Rate limits: calls of the host API, which fail their task, and packets in one tick, which end the process. */
const MAX_USES = 100
const MAX_PACKETS = 1_000
const MAX_COMPLAINTS = 20

/** Starts the process of a plugin, and kills it when it is idle, hangs, exceeds its memory or floods the product. */
export function startPlugin({ source, folder, log, note, idleMs, ended }: Life) {
  const tasks = new Map<number, { hostApi: HostApi; uses: number; fail: (reason: Error) => void }>()
  let last = 0
  let isOver = false
  let isLeaving = false
  let packets = 0
  let complaints = 0
  let silent = 0
  let cpuAtAnswer = 0
  let idle = 0
  let reported = 0

  const child = Bun.spawn([...program, 'plugin-host', source], {
    cwd: folder,
    // Not the product's environment, which holds secrets. The flag: the kernel kills the child when the product ends.
    env: { TZ: Intl.DateTimeFormat().resolvedOptions().timeZone, BUN_FEATURE_FLAG_NO_ORPHANS: '1' },
    stdio: ['ignore', 'ignore', 'ignore'],
    serialization: 'advanced',
    ipc(packet: Packet) {
      if (isOver) return
      if (++packets > MAX_PACKETS) end('ERR_PLUGIN_FLOOD')
      else void rpc.receive(packet)
    },
    onExit: () => end('ERR_PLUGIN_ENDED'),
  })
  const rpc = rpcOver(
    packet => {
      try {
        child.send(packet)
      } catch {
        // The child has just ended; onExit follows.
      }
    },
    (verb, [first, name, args]) => (verb === 'use' ? use(first as number, name as string, args as never[]) : logComplaint(first)),
  )
  const watch = setInterval(tick, TICK_MS)

  function use(id: number, name: string, args: never[]) {
    const task = tasks.get(id)
    if (!task || !Object.hasOwn(task.hostApi, name)) throw new Error('the time is up')
    if (++task.uses > MAX_USES) {
      tasks.delete(id)
      const reason = new AppError('ERR_PLUGIN_FLOOD', 503)
      task.fail(reason)
      throw reason
    }
    return task.hostApi[name]!(...args)
  }

  function logComplaint(said: unknown) {
    if (++complaints > MAX_COMPLAINTS) return
    note('error', String(said))
    log.error({ plugin: source, said }, 'a plugin left something to fail')
  }

  function tick() {
    packets = 0
    if ((privateMemory(child.pid) ?? reported) > MAX_MEMORY) return end('ERR_PLUGIN_MEMORY')
    if (++silent > MAX_SILENT && isStuck()) return end('ERR_PLUGIN_STUCK')
    if (silent === 1) void rpc.call<number>('ping').then(answered, () => {})
    idle = tasks.size ? 0 : idle + TICK_MS
    if (idle && (isLeaving || idle > idleMs)) end()
  }
  const isStuck = () => silent > MAX_STARVED || (cpuTime(child.pid) ?? Infinity) - cpuAtAnswer >= LOOP_CPU_MS
  function answered(memory: number) {
    silent = 0
    cpuAtAnswer = cpuTime(child.pid) ?? 0
    reported = memory
  }

  /** `why` is told to the calls that are pending, where it did not end by itself. */
  function end(exitReason?: ExitReason, why?: Error) {
    if (isOver) return
    isOver = true
    clearInterval(watch)
    child.kill('SIGKILL')
    const reason = ended(exitReason) ?? why
    if (reason) rpc.close(reason)
  }

  return {
    end,
    /** Ends it as soon as no task is pending; a new task cancels that. */
    leave: () => void (isLeaving = true),
    async run<T>(ms: number, hostApi: HostApi, verb: string, args: unknown[]): Promise<T> {
      const task = ++last
      isLeaving = false
      const stopped = Promise.withResolvers<never>()
      tasks.set(task, { hostApi, uses: 0, fail: stopped.reject })
      const timer = setTimeout(() => stopped.reject(new Error('ERR_OUT_OF_TIME' satisfies ErrorCode)), ms)
      try {
        return await Promise.race([rpc.call<T>(verb, task, ...args), stopped.promise])
      } finally {
        clearTimeout(timer)
        tasks.delete(task)
      }
    },
  }
}

/** Private memory of a process in bytes; undefined where there is no /proc. */
function privateMemory(pid: number) {
  try {
    const sizes = readFileSync(`/proc/${pid}/status`, 'utf8').matchAll(/^(?:RssAnon|VmSwap):\s+(\d+) kB/gm)
    return 1024 * [...sizes].reduce((sum, [, size]) => sum + Number(size), 0)
  } catch {
    return undefined
  }
}

/** What a process had of the processor in ms, by the kernel's hundredths of a second; undefined where there is no /proc. */
function cpuTime(pid: number) {
  try {
    // The name of the program, in brackets, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return 10 * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return undefined
  }
}

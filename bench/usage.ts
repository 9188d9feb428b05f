import { readFile } from 'node:fs/promises'

const TICK_MS = 10
const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8')

/**
 * What a process has used so far: `systemMs` is the part of the kernel's, `loopMs` that of the first thread, which must be free for
 * everybody. `ownCpuMs` is what this process used.
 */
export async function usageOf(pid: number) {
  const [stat, loop, status] = await Promise.all([read(pid, 'stat'), read(pid, `task/${pid}/schedstat`), read(pid, 'status')])
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  const own = process.cpuUsage()
  return {
    at: performance.now(),
    cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    systemMs: Number(fields[12]) * TICK_MS,
    loopMs: Number(loop.split(' ')[0]) / 1e6,
    residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024,
    ownCpuMs: (own.user + own.system) / 1000,
  }
}
export type Usage = Awaited<ReturnType<typeof usageOf>>

export const between = (before: Usage, after: Usage) => ({
  ms: after.at - before.at,
  cpuMs: after.cpuMs - before.cpuMs,
  systemMs: after.systemMs - before.systemMs,
  loopMs: after.loopMs - before.loopMs,
  ownCpuMs: after.ownCpuMs - before.ownCpuMs,
})

/** The value that this share of all stays below. */
export function quantile(values: number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

import { readFile } from 'node:fs/promises'
import type { Shop } from '../tests/crash/shop'

const TICK_MS = 10

export const say = (name: string, figure: string) => void process.stdout.write(`${name.padEnd(58)} ${figure}\n`)
export const rounded = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits })

export function percentiles(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return `p50 ${rounded(at(0.5), 1)} ms, p99 ${rounded(at(0.99), 1)} ms`
}

/** Milliseconds of processor time that the product has used. */
export async function cpuMs({ product }: Shop) {
  const fields = (await readFile(`/proc/${product.pid()}/stat`, 'utf8')).split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

export async function residentMb({ product }: Shop) {
  const status = await readFile(`/proc/${product.pid()}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
}

/** Messages that became durable rows since the start, as the product counts them. */
export async function received({ client }: Shop) {
  const metrics = await fetch(`${client.url()}/metrics`).then(response => response.text())
  return Number(/^messages_total\{direction="in"\} (\d+)/m.exec(metrics)?.[1] ?? 0)
}

/** Runs `work` `count` times, `width` at once; how long each took, and how many a second that makes. */
export async function atOnce(width: number, count: number, work: (i: number) => Promise<unknown>) {
  const times: number[] = []
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) {
        const i = next++
        const started = performance.now()
        await work(i)
        times.push(performance.now() - started)
      }
    }),
  )
  return { times, perSecond: (count * 1000) / (performance.now() - began) }
}

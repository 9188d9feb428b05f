import autocannon from 'autocannon'
import { type At, type Call, requestOf } from './call'
import { between, usageOf } from './usage'

const WARM_MS = 1000
const LOOK_MS = 100
const TICK_MS = 10
const PATIENCE_SECONDS = 30

export type Load = {
  /** Of the measured time alone. */
  times: number[]
  perSecond: number
  /** Processor time of the product for one answer. */
  cpuMs: number
  /** How much of one core the driver itself took. */
  driver: number
  /** All answers, those of the warm-up included. */
  answered: number
}

/** Requests that the driver gave up are still worked on; what comes next waits for that. */
async function quiet(pid: number) {
  let used = Infinity
  for (let looks = 0, last = 0; used > TICK_MS && looks < 100; looks++) {
    await Bun.sleep(LOOK_MS)
    const { cpuMs } = await usageOf(pid)
    used = cpuMs - last
    last = cpuMs
  }
}

/** Keeps `width` requests in flight for a second of warm-up and then `seconds` that count. Any answer but 200 ends the bench. */
export async function drive({ product }: At, width: number, seconds: number, call: (i: number) => Call): Promise<Load> {
  const pid = product.pid()!
  const statuses = new Map<number, number>()
  const times: number[] = []
  let made = 0
  const look = async () => ({ product: await usageOf(pid), driver: process.cpuUsage() })
  let warm: ReturnType<typeof look> | undefined
  const start = setTimeout(() => (warm = look()), WARM_MS)
  const { errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const requests = [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...requestOf(call(made++)) }) }]
    const duration = seconds + WARM_MS / 1000
    const options = { url: product.url(), connections: width, duration, timeout: PATIENCE_SECONDS, requests }
    const run = autocannon(options, (error, result) => (error ? reject(error as Error) : resolve(result)))
    run.on('response', (_, status, __, time) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (warm) times.push(time)
    })
  })
  clearTimeout(start)
  const wrong = [...statuses].filter(([status]) => status !== 200).map(([status, count]) => `${status} ${count} times`)
  if (errors || timeouts) wrong.push(`${errors} errors, ${timeouts} timeouts`)
  if (wrong.length || !warm || !times.length) throw new Error(`${call(0).path} answered ${wrong.join(', ') || 'too rarely'}`)
  const [before, after] = [await warm, await look()]
  const used = between(before.product, after.product)
  await quiet(pid)
  return {
    times,
    perSecond: (times.length * 1000) / used.ms,
    cpuMs: used.cpuMs / times.length,
    driver: (after.driver.user + after.driver.system - before.driver.user - before.driver.system) / 1000 / used.ms,
    answered: statuses.get(200) ?? 0,
  }
}

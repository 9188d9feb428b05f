import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, Histogram, Registry } from 'prom-client'
import { heapSize } from 'bun:jsc'

/** The figures of one running product, for Prometheus: what its nouns count is registered beside them. */
export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()

  /** Gauges under the names of prom-client's defaults, whose collector walks the whole heap at each scrape and blocks the event loop in Bun. */
  function observe(name: string, help: string, read: () => number) {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
  }
  observe('process_start_time_seconds', 'When the process began', () => performance.timeOrigin / 1000)
  observe('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss())
  observe('nodejs_heap_size_used_bytes', 'Memory that JavaScript holds', heapSize)
  observe('nodejs_eventloop_lag_p99_seconds', 'How late the event loop was since the last look', () => delay.percentile(99) / 1e9)
  observe('nodejs_eventloop_lag_max_seconds', 'The worst of it', () => {
    const worst = delay.max / 1e9
    delay.reset()
    return worst
  })
  observe('process_cpu_seconds_total', 'Processor time used', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })

  const httpDuration = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const socketsOpen = new Gauge({ name: 'realtime_sockets', help: 'Open realtime sockets', registers })
  const jobsWaiting = new Gauge({
    name: 'jobs_waiting',
    help: 'Jobs that wait for their turn or their time',
    labelNames: ['kind'],
    registers,
  })
  return { registry, httpDuration, socketsOpen, jobsWaiting, close: () => void delay.disable() }
}
export type Metrics = ReturnType<typeof openMetrics>

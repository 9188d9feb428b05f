import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })

const registers = [registry]
export const httpDuration = new Histogram({
  name: 'http_request_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  registers,
})
export const messagesCounted = new Counter({
  name: 'messages_total',
  help: 'Messages stored or sent',
  labelNames: ['direction'],
  registers,
})
export const socketsOpen = new Gauge({ name: 'realtime_sockets', help: 'Open realtime sockets', registers })
export const connectionsOpen = new Gauge({ name: 'connections_open', help: 'Connections that are online', registers })

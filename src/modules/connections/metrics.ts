import { Gauge, type Registry } from 'prom-client'

export const connectionGauge = (registry: Registry) =>
  new Gauge({ name: 'connections_open', help: 'Connections that are online', registers: [registry] })

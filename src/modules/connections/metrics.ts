import { Gauge } from 'prom-client'
import { registry } from '#kernel/process/metrics'

export const connectionsOpen = new Gauge({ name: 'connections_open', help: 'Connections that are online', registers: [registry] })

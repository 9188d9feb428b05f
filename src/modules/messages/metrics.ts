import { Counter } from 'prom-client'
import { registry } from '#kernel/process/metrics'

export const messagesCounted = new Counter({
  name: 'messages_total',
  help: 'Messages stored or sent',
  labelNames: ['direction'],
  registers: [registry],
})

import { Counter, type Registry } from 'prom-client'

/** Counts a message that was stored or sent. */
export function messageCounter(registry: Registry) {
  const total = new Counter({ name: 'messages_total', help: 'Messages stored or sent', labelNames: ['direction'], registers: [registry] })
  return (direction: 'in' | 'out') => total.inc({ direction })
}
export type CountMessage = ReturnType<typeof messageCounter>

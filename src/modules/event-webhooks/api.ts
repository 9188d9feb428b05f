import type { NounApi } from '#kernel/noun/api'

export const eventWebhookApi = {
  path: '/event-webhooks',
  rows: 'records',
  event: 'eventWebhook',
  row: 'record',
  id: 'id',
} as const satisfies NounApi

import type { NounApi } from '#kernel/noun/api'

export const integrationApi = {
  path: '/queueIntegration',
  rows: 'queueIntegrations',
  event: 'queueIntegration',
  row: 'queueIntegration',
  id: 'integrationId',
} as const satisfies NounApi

import type { NounApi } from '#kernel/noun/api'

export const queueOptionApi = {
  path: '/queue-options',
  rows: null,
  event: 'queueOption',
  row: 'queueOption',
  id: 'queueOptionId',
} as const satisfies NounApi

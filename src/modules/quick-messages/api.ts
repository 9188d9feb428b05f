import type { NounApi } from '#kernel/noun/api'

export const quickMessageApi = {
  path: '/quick-messages',
  rows: 'records',
  event: 'company{c}-quickemessage',
  row: 'record',
  id: 'id',
} as const satisfies NounApi

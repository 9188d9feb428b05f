import type { NounApi } from '#kernel/noun/api'

export const optOutApi = {
  path: '/opt-outs',
  rows: 'records',
  event: 'optOut',
  row: 'record',
  id: 'id',
} as const satisfies NounApi

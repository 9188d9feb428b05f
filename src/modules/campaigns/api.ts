import type { NounApi } from '#kernel/noun/api'

export const campaignApi = {
  path: '/campaigns',
  rows: 'records',
  event: 'campaign',
  row: 'record',
  id: 'id',
} as const satisfies NounApi

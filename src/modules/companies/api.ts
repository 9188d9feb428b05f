import type { NounApi } from '#kernel/noun/api'

export const companyApi = {
  path: '/companies',
  rows: 'companies',
  event: 'company',
  row: 'company',
  id: 'companyId',
} as const satisfies NounApi

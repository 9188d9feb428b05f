import type { NounApi } from '#kernel/noun/api'

export const resellerApi = { path: '/resellers', rows: 'records', event: 'reseller', row: 'record', id: 'id' } as const satisfies NounApi

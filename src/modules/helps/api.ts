import type { NounApi } from '#kernel/noun/api'

export const helpApi = { path: '/helps', rows: 'records', event: 'help', row: 'record', id: 'id' } as const satisfies NounApi

import type { NounApi } from '#kernel/noun/api'

export const queueApi = { path: '/queue', rows: null, event: 'queue', row: 'queue', id: 'queueId' } as const satisfies NounApi

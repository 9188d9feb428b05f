import type { NounApi } from '#kernel/noun/api'

export const planApi = { path: '/plans', rows: 'plans', event: 'plan', row: 'plan', id: 'planId' } as const satisfies NounApi

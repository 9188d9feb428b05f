import type { NounApi } from '#kernel/noun/api'

export const userApi = { path: '/users', rows: 'users', event: 'user', row: 'user', id: 'userId' } as const satisfies NounApi

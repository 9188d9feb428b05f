import type { NounApi } from '#kernel/noun/api'

export const chatApi = { path: '/chats', rows: 'records', event: 'chat', row: 'chat', id: 'id' } as const satisfies NounApi

import type { NounApi } from '#kernel/noun/api'

export const tagApi = { path: '/tags', rows: 'tags', event: 'tag', row: 'tag', id: 'tagId' } as const satisfies NounApi

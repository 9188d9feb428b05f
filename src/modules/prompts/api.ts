import type { NounApi } from '#kernel/noun/api'

export const promptApi = { path: '/prompt', rows: 'prompts', event: 'prompt', row: 'prompt', id: 'promptId' } as const satisfies NounApi

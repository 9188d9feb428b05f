import type { NounApi } from '#kernel/noun/api'

export const fileApi = { path: '/files', rows: 'files', event: 'file', row: 'fileList', id: 'fileId' } as const satisfies NounApi

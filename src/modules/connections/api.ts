import type { NounApi } from '#kernel/noun/api'

export const connectionApi = {
  path: '/whatsapp',
  rows: null,
  event: 'whatsapp',
  row: 'whatsapp',
  id: 'whatsappId',
} as const satisfies NounApi

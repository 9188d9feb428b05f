import type { NounApi } from '#kernel/noun/api'

export const contactListApi = {
  path: '/contact-lists',
  rows: 'records',
  event: 'ContactList',
  row: 'record',
  id: 'id',
} as const satisfies NounApi

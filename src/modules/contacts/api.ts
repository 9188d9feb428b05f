import type { NounApi } from '#kernel/noun/api'

export const contactApi = {
  path: '/contacts',
  rows: 'contacts',
  event: 'contact',
  row: 'contact',
  id: 'contactId',
} as const satisfies NounApi

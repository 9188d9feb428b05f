import type { NounApi } from '#kernel/noun/api'

export const contactListItemApi = {
  path: '/contact-list-items',
  rows: 'contacts',
  event: 'ContactListItem',
  row: 'record',
  id: 'id',
} as const satisfies NounApi

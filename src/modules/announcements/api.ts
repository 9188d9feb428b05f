import type { NounApi } from '#kernel/noun/api'

export const announcementApi = {
  path: '/announcements',
  rows: 'records',
  event: 'company-announcement',
  row: 'record',
  id: 'id',
} as const satisfies NounApi

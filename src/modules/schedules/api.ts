import type { NounApi } from '#kernel/noun/api'

export const scheduleApi = {
  path: '/schedules',
  rows: 'schedules',
  event: 'company{c}-schedule',
  row: 'schedule',
  id: 'scheduleId',
} as const satisfies NounApi

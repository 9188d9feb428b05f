import type { NounApi } from '#kernel/noun/api'

export const ticketNoteApi = {
  path: '/ticket-notes',
  rows: 'ticketNotes',
  event: 'ticketNote',
  row: 'ticketNote',
  id: 'ticketNoteId',
} as const satisfies NounApi

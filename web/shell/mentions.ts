import { signal } from '@preact/signals-react'
import type { Events } from '../../src/kernel/context'
import { post } from '../kit/api'
import type { Json } from '../kit/rows'

export type Mention = Extract<Json<Events['noteMention']>, { action: 'create' }>['mention']

/** The address of the note itself, among the messages of its time. */
export const pathOf = ({ uuid, noteId }: Pick<Mention, 'uuid' | 'noteId'>) => `/tickets/${uuid}/note-${noteId}`

/** Notes that name this person in tickets that they have not looked at since, newest first (follow-mentions.ts). */
export const mentions = signal<Mention[]>([])

/** The ticket is on this person's screen. */
export function sawMentions(ticketId: number) {
  if (mentions.peek().some(mention => mention.ticketId === ticketId)) void post('/note-mentions/seen', { ticketId }).catch(() => {})
}

import { post } from '../../../kit/api'
import { inLine } from '../composer/lines'
import type { TagRef } from '../types'

/** Leaves a ticket with these tags. One change after the other: each names all of them. */
export const syncTags = (ticketId: number, tags: TagRef[]) => inLine(`${ticketId}-tags`, () => post<void>('/tags/sync', { ticketId, tags }))

/** With the tag, or without it where it was there. */
export const toggled = (tags: TagRef[], tag: TagRef) =>
  tags.some(({ id }) => id === tag.id) ? tags.filter(({ id }) => id !== tag.id) : [...tags, tag]

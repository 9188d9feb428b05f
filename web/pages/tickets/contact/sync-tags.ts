import { post } from '../../../kit/api'
import { inLine } from '../composer/lines'
import type { TagRef, Ticket } from '../types'

type Tags = Pick<TagRef, 'id'>[]
/** Puts tags on a ticket and takes others off: what a colleague put on it meanwhile stays. One change after the other: of the same tag the last holds. */
export function syncTags(ticketId: number, { add = [], remove = [] }: { add?: Tags; remove?: Tags }) {
  const ids = (tags: Tags) => tags.map(({ id }) => ({ id }))
  return inLine(`${ticketId}-tags`, () => post<Ticket>('/tags/sync', { ticketId, add: ids(add), remove: ids(remove) }))
}

/** Puts a tag on a ticket, or takes it off where it was on it. */
export const toggleTag = (ticketId: number, tags: TagRef[], tag: TagRef) =>
  syncTags(ticketId, has(tags, tag) ? { remove: [tag] } : { add: [tag] })

/** With the tag, or without it where it was there. */
export const toggled = (tags: TagRef[], tag: TagRef) => (has(tags, tag) ? tags.filter(({ id }) => id !== tag.id) : [...tags, tag])
export const has = (tags: TagRef[], tag: TagRef) => tags.some(({ id }) => id === tag.id)

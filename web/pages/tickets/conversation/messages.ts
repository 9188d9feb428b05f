import type { Message, Sending } from '../types'

export type Shown = Message | Sending

/** What stays the same when the sent bubble is replaced by the server's. */
export const keyOf = (message: Shown) => message.clientId ?? message.id
export const isLocal = (message: Shown): message is Sending => 'local' in message
const isSame = (a: Shown, b: Shown) => a.id === b.id || keyOf(a) === keyOf(b)

export const isKnown = (messages: Shown[], message: Shown) => messages.some(other => isSame(other, message))

/** A message that came or changed: in the place of its optimistic one, else at the end. */
export const putMessage = (messages: Shown[], message: Shown): Shown[] =>
  isKnown(messages, message) ? messages.map(other => (isSame(other, message) ? message : other)) : [...messages, message]

/**
 * Puts a page into its place: the newest, or what comes after, before what is on its way, an older one in front. Known rows are replaced
 * where they stand. A page of another place takes the place of all that the server knows.
 */
export function mergePage(messages: Shown[], page: Message[], where: 'newest' | 'older' | 'elsewhere'): Shown[] {
  const fresh = new Map(page.map(row => [keyOf(row), row]))
  const kept = (where === 'elsewhere' ? messages.filter(isLocal) : messages).map(message => {
    const row = fresh.get(keyOf(message))
    fresh.delete(keyOf(message))
    return row ?? message
  })
  const rest = [...fresh.values()]
  if (where === 'older') return [...rest, ...kept]
  return [...kept.filter(message => !isLocal(message)), ...rest, ...kept.filter(isLocal)]
}

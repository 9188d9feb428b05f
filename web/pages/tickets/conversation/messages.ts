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
 * where they stand, and what the page has in front of one stands in front of it here. A page of another place takes the place of all that
 * the server knows.
 */
export function mergePage(messages: Shown[], page: Message[], where: 'newest' | 'older' | 'elsewhere'): Shown[] {
  const kept = where === 'elsewhere' ? messages.filter(isLocal) : messages
  const rows = new Map(page.map(row => [keyOf(row), row]))
  const before = new Map<string, Message[]>()
  let rest: Message[] = []
  const known = new Set(kept.map(keyOf))
  for (const row of page) {
    if (!known.has(keyOf(row))) rest.push(row)
    else {
      before.set(keyOf(row), rest)
      rest = []
    }
  }
  const merged = kept.flatMap(message => [...(before.get(keyOf(message)) ?? []), rows.get(keyOf(message)) ?? message])
  const theirs = merged.filter(message => !isLocal(message))
  if (where === 'older' || (!before.size && isBefore(rest, theirs))) return [...rest, ...merged]
  return [...theirs, ...rest, ...merged.filter(isLocal)]
}

/** What was written here came to the server while the page was on its way, and there was nothing else: it is the newest. */
const isBefore = (page: Message[], [first]: Shown[]) => first !== undefined && page.length > 0 && page.at(-1)!.createdAt < first.createdAt

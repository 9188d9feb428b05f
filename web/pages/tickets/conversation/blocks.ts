import type { Aside } from './asides'
import type { Shown } from './messages'

export const isPicture = (message: Shown) =>
  (message.mediaType === 'image' || message.mediaType === 'video') && !message.isDeleted && message.mimetype !== 'image/webp'
const NEAR_MS = 10 * 60_000

/** A bubble with what stands around it: a grid of pictures, a line for a new day or ticket; `cont` when it goes on the one above. */
export type Block = { message: Shown; grid?: Shown[]; cont: boolean; day: boolean; ticket: boolean; above: Above[] }
/** What stands above a bubble, or below the last; `day` when a new one begins with it. */
export type Above = { aside: Aside; day: boolean }

/** Reading a date costs more than all else of a long conversation, which is gone through with each message that comes. */
const times = new WeakMap<Shown, { at: number; day: number }>()
const dayOf = (at: number) => new Date(at).setHours(0, 0, 0, 0)
function timesOf(message: Shown) {
  const known = times.get(message)
  if (known) return known
  const at = Date.parse(message.createdAt)
  const found = { at, day: dayOf(at) }
  times.set(message, found)
  return found
}
const isNear = (a: Shown, b: Shown) => timesOf(b).at - timesOf(a).at < NEAR_MS
const isSameAuthor = (a: Shown, b: Shown) =>
  a.fromMe === b.fromMe && a.contact?.id === b.contact?.id && (!b.fromMe || a.userId === b.userId)
const isGridded = (first: Shown, next: Shown) =>
  isPicture(first) && isPicture(next) && first.status !== 'failed' && next.status !== 'failed' && !next.caption && !next.quotedMsg

/** The bubbles in order: pictures sent together become one grid, a new day and an earlier ticket get a line; asides stand by their time. */
export function blocksOf(messages: Shown[], asides: Aside[] = []): { blocks: Block[]; tail: Above[] } {
  const blocks: Block[] = []
  let before: Shown | undefined
  let day: number | undefined
  let next = 0
  function asidesUntil(end?: string) {
    const taken: Above[] = []
    for (let aside; (aside = asides[next]) && (end === undefined || aside.at <= end); next++) {
      const now = dayOf(Date.parse(aside.at))
      taken.push({ aside, day: day !== now })
      day = now
    }
    return taken
  }
  for (const message of messages) {
    if (message.mediaType === 'reactionMessage') continue
    const last = blocks.at(-1)
    const above = asidesUntil(message.createdAt)
    const today = timesOf(message).day
    const isFirst = day !== today
    const ticket = Boolean(before && before.ticketId !== message.ticketId)
    const goesOn = !isFirst && !ticket && !above.length
    const cont = Boolean(before && goesOn && isSameAuthor(before, message) && isNear(before, message))
    if (last && cont && isGridded(last.message, message)) last.grid = [...(last.grid ?? [last.message]), message]
    else blocks.push({ message, day: isFirst, ticket, cont, above })
    before = message
    day = today
  }
  return { blocks, tail: asidesUntil() }
}

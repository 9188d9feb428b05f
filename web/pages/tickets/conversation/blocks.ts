import { sameDay } from '../../../kit/format'
import type { Shown } from './messages'

export const isPicture = (message: Shown) =>
  (message.mediaType === 'image' || message.mediaType === 'video') && !message.isDeleted && message.mimetype !== 'image/webp'
const NEAR_MS = 10 * 60_000

/** A bubble with what stands around it: a grid of pictures, a line for a new day or ticket; `cont` when it goes on the one above. */
export type Block = { message: Shown; grid?: Shown[]; cont: boolean; day: boolean; ticket: boolean }

const isNear = (a: Shown, b: Shown) => new Date(b.createdAt).getTime() - new Date(a.createdAt).getTime() < NEAR_MS
const isSameAuthor = (a: Shown, b: Shown) =>
  a.fromMe === b.fromMe && a.contact?.id === b.contact?.id && (!b.fromMe || a.userId === b.userId)
const isGridded = (first: Shown, next: Shown) =>
  isPicture(first) && isPicture(next) && first.status !== 'failed' && next.status !== 'failed' && !next.caption && !next.quotedMsg

/** The bubbles in order: pictures sent together become one grid, a new day and an earlier ticket get a line. */
export function blocksOf(messages: Shown[]): Block[] {
  const blocks: Block[] = []
  let before: Shown | undefined
  for (const message of messages) {
    if (message.mediaType === 'reactionMessage') continue
    const last = blocks.at(-1)
    const day = !before || !sameDay(before.createdAt, message.createdAt)
    const ticket = Boolean(before && before.ticketId !== message.ticketId)
    const cont = Boolean(before && !day && !ticket && isSameAuthor(before, message) && isNear(before, message))
    if (last && cont && isGridded(last.message, message)) last.grid = [...(last.grid ?? [last.message]), message]
    else blocks.push({ message, day, ticket, cont })
    before = message
  }
  return blocks
}

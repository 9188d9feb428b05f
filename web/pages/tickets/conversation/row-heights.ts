import type { Aside } from './asides'
import type { Above, Block } from './blocks'
import { keyOf, type Shown } from './messages'

/** What is drawn as one: a bubble with what stands above it, or what stands below the last. */
export type Row = { key: string } & ({ block: Block; tail?: undefined } | { tail: Above; block?: undefined })

const isSameAbove = (a: Above, b: Above | undefined) => a.aside === b?.aside && a.day === b.day
const isSameBlock = (a: Block, b: Block) =>
  a.cont === b.cont &&
  a.day === b.day &&
  a.ticket === b.ticket &&
  a.grid?.length === b.grid?.length &&
  (a.grid?.every((message, i) => message === b.grid![i]) ?? true) &&
  a.above.length === b.above.length &&
  a.above.every((above, i) => isSameAbove(above, b.above[i]))

/** By the message, or the aside, that a row begins with. */
const made = new WeakMap<Shown | Aside, Row>()

/** What says the same as before is the same row: a message that comes draws no other anew. */
export const rowsOf = ({ blocks, tail }: { blocks: Block[]; tail: Above[] }): Row[] => [
  ...blocks.map(block => {
    const known = made.get(block.message)
    if (known?.block && isSameBlock(known.block, block)) return known
    const row = { key: keyOf(block.message), block }
    made.set(block.message, row)
    return row
  }),
  ...tail.map(above => {
    const known = made.get(above.aside)
    if (known?.tail && isSameAbove(known.tail, above)) return known
    const row = { key: above.aside.key, tail: above }
    made.set(above.aside, row)
    return row
  }),
]

const LINE = 20
const ASIDE = 32
/** So many pixels a letter takes on the average. */
const LETTER = 7
const WIDEST = 498

/** So much of a text is shown at once: a few signs, repeated tens of thousands of times, hold a browser for minutes. */
export const SHOWN_AT_ONCE = 4_000

/** How high a row will be, before it was drawn once: nothing that is read moves when it turns out otherwise. */
export function heightOf({ block, tail }: Row, width: number) {
  if (!block) return tail.day ? 2 * ASIDE : ASIDE
  const { message, grid, cont, day, ticket, above } = block
  const around = (Number(day) + Number(ticket) + above.length) * ASIDE + (cont ? 0 : 6) + (message.quotedMsg ? 46 : 0)
  if (message.isDeleted) return around + 35
  if (grid) return around + 210
  if (message.mediaType === 'image' || message.mediaType === 'video') return around + 215
  if (message.mediaType === 'audio' || message.mediaUrl) return around + 60
  const letters = Math.max(20, Math.min(WIDEST, width * 0.75) / LETTER)
  const lines = message.body
    .slice(0, SHOWN_AT_ONCE)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0)
  return around + 15 + lines * LINE
}

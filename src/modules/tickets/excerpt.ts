import { folded } from '#kernel/folded'

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const LENGTH = 160
/** Little, so that the words are in sight where a line has room for few. */
const BEFORE = 16
/** How many places of a long text are weighed. */
const PLACES = 50

/** The part of a text where the most of the words stand close together, on one line; the last word may go on. */
export function excerpt(text: string, search: string) {
  const words = [...search.matchAll(WORD)].map(([word]) => folded(word))
  const last = words.at(-1)
  const most = words.length === 1 ? 1 : PLACES
  const places: { at: number; word: number }[] = []
  for (const { 0: token, index: at } of text.matchAll(WORD)) {
    const plain = folded(token)
    const exact = words.indexOf(plain)
    const word = exact < 0 && last && plain.startsWith(last) ? words.length - 1 : exact
    if (word >= 0 && places.push({ at, word }) === most) break
  }
  const near = ({ at: from }: { at: number }) =>
    new Set(places.filter(({ at }) => at >= from && at < from + LENGTH - BEFORE).map(({ word }) => word)).size
  const found = places.reduce((best, place) => (near(place) > near(best) ? place : best), places[0] ?? { at: 0, word: 0 }).at
  // A cut goes between words, where there is one near.
  const from = found <= BEFORE ? 0 : found - BEFORE + Math.max(0, text.slice(found - BEFORE, found).search(/\s/))
  const part = text
    .slice(from, from + LENGTH)
    .replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return `${from ? '…' : ''}${part}${from + LENGTH < text.length ? '…' : ''}`
}

import { folded } from '#kernel/folded'
import { LEAST_BEGUN } from '../contacts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const LETTER = /[\p{L}\p{N}]/u
/** Who signed the message; it is told beside it. */
const SIGNATURE = /^\*.+?:\*\n/
const LENGTH = 160
/** Little, so that the words are in sight where a line has room for few. */
const BEFORE = 16
/** How many places of a long text are weighed. */
const PLACES = 50

/** Shows of a text the part where the most of the words stand close together, on one line; the last may go on, and one that is nowhere whole. */
export function excerptFor(search: string) {
  const words = [...search.matchAll(WORD)].map(([word]) => folded(word))
  const last = words.at(-1)
  const most = words.length === 1 ? 1 : PLACES
  // Of two that begin alike the longer one is looked for first.
  const any = last && new RegExp(words.toSorted((a, b) => b.length - a.length).join('|'), 'g')

  function placesIn(plain: string) {
    const places: { at: number; word: string }[] = []
    const begun: typeof places = []
    for (const { 0: word, index: at } of any ? plain.matchAll(any) : []) {
      if (LETTER.test(plain[at - 1] ?? '')) continue
      const isWhole = word === last || !LETTER.test(plain[at + word.length] ?? '')
      if (!isWhole && word.length >= LEAST_BEGUN && begun.length < most) begun.push({ at, word })
      if (isWhole && places.push({ at, word }) === most) break
    }
    const whole = new Set(places.map(({ word }) => word))
    return [...places, ...begun.filter(({ word }) => !whole.has(word))].toSorted((a, b) => a.at - b.at)
  }

  /** `plain` is the text folded: as long as it but for a ligature or two, which move the cut by as many letters. */
  return function excerpt(text: string, plain = folded(text)) {
    const places = placesIn(plain)
    const near = ({ at: from }: { at: number }) =>
      new Set(places.filter(({ at }) => at >= from && at < from + LENGTH - BEFORE).map(({ word }) => word)).size
    const best = places.length > 1 ? places.reduce((best, place) => (near(place) > near(best) ? place : best)) : places[0]
    const name = SIGNATURE.exec(text)?.[0].length ?? 0
    const found = Math.min(best?.at ?? name, text.length)
    const start = found < name ? 0 : name
    // A cut goes between words, where there is one near.
    const from = found - start <= BEFORE ? start : found - BEFORE + Math.max(0, text.slice(found - BEFORE, found).search(/\s/))
    const part = text
      .slice(from, from + LENGTH)
      .replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    return `${from > start ? '…' : ''}${part}${from + LENGTH < text.length ? '…' : ''}`
  }
}

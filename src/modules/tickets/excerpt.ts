import { folded } from '#kernel/folded'
import { LEAST_BEGUN } from '../contacts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const LETTER = /[\p{L}\p{N}]/u
/** Who signed the message; it is told beside it. */
const SIGNATURE = /^\*.+?:\*\n/
const LENGTH = 160
/** Little, so that the words are in sight where a line has room for few. */
const BEFORE = 16
/** A cut that leaves out fewer letters shows little more behind it than the sign for it takes. */
const LEAST_CUT = 8
/** How many places of a long text are weighed. */
const PLACES = 50
/** A signature is a person's name and four signs. */
const SIGNED = 100
/**
 * Letters that are looked through: of one text, of all texts of a search, and of one when that is spent. Given up is that where a text says
 * the words further on, or many long ones are shown at once, it shows its beginning: nobody else is served while a search looks.
 */
export const LOOKED_THROUGH = 16_384
const OF_ALL = 131_072
const AT_LEAST = 512

type Place = { at: number; word: string }

/** The place from which on the most of the words stand close together; the first of them. */
function densest(places: Place[]): Place | undefined {
  const within = new Map<string, number>()
  let [best, most, end] = [places[0], 0, 0]
  for (const place of places) {
    for (; end < places.length && places[end]!.at < place.at + LENGTH - BEFORE; end++)
      within.set(places[end]!.word, (within.get(places[end]!.word) ?? 0) + 1)
    if (within.size > most) [best, most] = [place, within.size]
    const left = within.get(place.word)! - 1
    if (left) within.set(place.word, left)
    else within.delete(place.word)
  }
  return best
}

/** Shows of a text the part where the most of the words stand close together, on one line; the last may go on, and one that is nowhere whole. */
export function excerptFor(search: string) {
  const words = [...search.matchAll(WORD)].map(([word]) => folded(word))
  const last = words.at(-1)
  const most = words.length === 1 ? 1 : PLACES
  // Of two that begin alike the longer one is looked for first; what stands inside of words is passed over before any is tried.
  const any =
    last && new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${[...new Set(words)].toSorted((a, b) => b.length - a.length).join('|')})`, 'gu')
  let left = OF_ALL

  function placesIn(plain: string) {
    const places: Place[] = []
    const begun: typeof places = []
    for (const { 0: word, index: at } of any ? plain.matchAll(any) : []) {
      const isWhole = word === last || !LETTER.test(plain[at + word.length] ?? '')
      if (!isWhole && word.length >= LEAST_BEGUN && begun.length < most) begun.push({ at, word })
      if (isWhole && places.push({ at, word }) === most) break
    }
    const whole = new Set(places.map(({ word }) => word))
    return [...places, ...begun.filter(({ word }) => !whole.has(word))].toSorted((a, b) => a.at - b.at)
  }

  /** `plain` is the text folded: as long as it but for a ligature or two, which move the cut by as many letters. */
  return function excerpt(text: string, plain?: string) {
    const looked = Math.max(AT_LEAST, Math.min(LOOKED_THROUGH, left))
    left -= Math.min(looked, text.length)
    const best = densest(placesIn(plain === undefined ? folded(text.slice(0, looked)) : plain.slice(0, looked)))
    const name = SIGNATURE.exec(text.slice(0, SIGNED))?.[0].length ?? 0
    const found = Math.min(best?.at ?? name, text.length)
    const start = found < name ? 0 : name
    // A cut goes between words, where there is one near.
    const cut = found - BEFORE + Math.max(0, text.slice(Math.max(0, found - BEFORE), found).search(/\s/))
    const from = cut - start < LEAST_CUT ? start : cut
    const part = text
      .slice(from, from + LENGTH)
      .replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    return `${from > start ? '…' : ''}${part}${from + LENGTH < text.length ? '…' : ''}`
  }
}

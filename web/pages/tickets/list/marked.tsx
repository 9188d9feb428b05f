import type { ReactNode } from 'react'
import { folded } from '../../../kit/folded'

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** Fewer letters begin too many words. */
const LEAST_BEGUN = 3

/**
 * Where a text has the words of a search, as the server finds them: whole, without accents; the last may go on, and one that is nowhere whole.
 * Where none stands so, the words that have them as a part.
 */
export function* placesOf(text: string, search: string): Generator<{ word: string; at: number }> {
  const words = [...folded(search).matchAll(WORD)].map(([word]) => word)
  if (!words.length) return
  const said = [...text.matchAll(WORD)].map(({ 0: word, index: at }) => ({ word, at, plain: folded(word) }))
  const whole = new Set(said.map(({ plain }) => plain))
  const begun = words.filter((word, i) => i === words.length - 1 || (word.length >= LEAST_BEGUN && !whole.has(word)))
  const found = said.filter(({ plain }) => words.includes(plain) || begun.some(word => plain.startsWith(word)))
  const parts = words.filter(word => word.length >= LEAST_BEGUN)
  yield* found.length ? found : said.filter(({ plain }) => parts.some(part => plain.includes(part)))
}

/** A text with the words of a search marked. */
export function Marked({ text, search }: { text: string; search: string }): ReactNode {
  const parts: ReactNode[] = []
  let from = 0
  for (const { word, at } of placesOf(text, search)) {
    parts.push(text.slice(from, at), <mark key={at}>{word}</mark>)
    from = at + word.length
  }
  return [...parts, text.slice(from)]
}

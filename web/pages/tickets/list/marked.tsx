import type { ReactNode } from 'react'
import { folded } from '../../../kit/folded'

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** Where a text has the words of a search, as the server finds them: whole, without accents, the last may go on. */
export function* placesOf(text: string, search: string): Generator<{ word: string; at: number }> {
  const words = [...folded(search).matchAll(WORD)].map(([word]) => word)
  const last = words.at(-1)
  for (const { 0: word, index: at } of text.matchAll(WORD)) {
    const plain = folded(word)
    if (last && (words.includes(plain) || plain.startsWith(last))) yield { word, at }
  }
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

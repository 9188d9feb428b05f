import type { ReactNode } from 'react'
import { folded } from '../../../kit/folded'

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** A text with the words of a search marked, as the server finds them: whole, without accents, the last may go on. */
export function Marked({ text, search }: { text: string; search: string }): ReactNode {
  const words = [...folded(search).matchAll(WORD)].map(([word]) => word)
  const last = words.at(-1)
  const parts: ReactNode[] = []
  let from = 0
  for (const { 0: word, index: at } of text.matchAll(WORD)) {
    const plain = folded(word)
    if (!last || !(words.includes(plain) || plain.startsWith(last))) continue
    parts.push(text.slice(from, at), <mark key={at}>{word}</mark>)
    from = at + word.length
  }
  return [...parts, text.slice(from)]
}

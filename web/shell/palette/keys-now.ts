import { combinationsOf, hasField, keycaps, lettersAreVerbs, shortcuts, writes } from '../../kit/keys'

/** The keys that run something from where one is, below the palette; none where its letter would be written. */
export function keysNow(id: string): string[] {
  const guarded = shortcuts().find(([other]) => other === id)?.[1].guarded
  const isText = writes(document.activeElement) || (!lettersAreVerbs.peek() && (guarded || hasField()))
  return keycaps(combinationsOf(id).find(combination => combination.length > 1 || !isText) ?? '')
}

import { folded } from '../../../kit/folded'

type Named = { id: number; name: string }

/** What follows the @ that the caret stands behind, and where it begins. */
export function callOf(text: string, caret: number): { at: number; name: string } | undefined {
  const found = /(?:^|\s)@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(text.slice(0, caret))
  return found ? { at: caret - found[1]!.length - 1, name: found[1]! } : undefined
}

const MOST = 6
/** Whose name, or a further one of their names, begins so. */
export const matching = <Person extends Named>(people: Person[], name: string): Person[] => {
  const start = folded(name)
  return people.filter(one => [folded(one.name), ...folded(one.name).split(' ')].some(part => part.startsWith(start))).slice(0, MOST)
}

/** Whom a text names in the end: what was taken out again names nobody. */
export const namedIn = (text: string, people: Named[]) => [
  ...new Set(people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)),
]

const isLetter = (sign = '') => /[\p{L}\p{N}]/u.test(sign)
/** A text in pieces, of which those that call somebody say whom: of two names that one begins with, the longer. */
export function callsIn<Person extends Named>(text: string, people: Person[]): { said: string; whom?: Person }[] {
  const known = text.includes('@') ? people.toSorted((a, b) => b.name.length - a.name.length) : []
  const pieces: { said: string; whom?: Person }[] = []
  let from = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const whom = known.find(({ name }) => text.startsWith(name, at + 1) && !isLetter(text[at + 1 + name.length]))
    if (!whom || at < from || isLetter(text[at - 1])) continue
    const end = at + 1 + whom.name.length
    pieces.push({ said: text.slice(from, at) }, { said: text.slice(at, end), whom })
    from = end
  }
  return [...pieces, { said: text.slice(from) }].filter(({ said }) => said)
}

import { folded } from '../../../kit/folded'

/** Those who are there before the others; of those whose name holds what is looked for, the ones in whom a word begins so first. */
export function ranked<Person extends { id: number; name: string }>(people: Person[], there: ReadonlySet<number>, text: string): Person[] {
  const name = folded(text)
  const begins = (one: Person) => Number(` ${folded(one.name)}`.includes(` ${name}`))
  const isThere = ({ id }: Person) => Number(there.has(id))
  return people.filter(one => folded(one.name).includes(name)).toSorted((a, b) => begins(b) - begins(a) || isThere(b) - isThere(a))
}

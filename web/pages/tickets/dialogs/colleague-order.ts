import { folded } from '../../../kit/folded'

const beginsIn = (name: string, text: string) => Number(` ${folded(name)}`.includes(` ${folded(text)}`))

/** Those who are there before the others; of those whose name holds what is looked for, the ones in whom a word begins so first. */
export function ranked<Person extends { id: number; name: string }>(people: Person[], there: ReadonlySet<number>, text: string): Person[] {
  const name = folded(text)
  const begins = (one: Person) => beginsIn(one.name, name)
  const isThere = ({ id }: Person) => Number(there.has(id))
  return people.filter(one => folded(one.name).includes(name)).toSorted((a, b) => begins(b) - begins(a) || isThere(b) - isThere(a))
}

/** The queues of whose name a part was written, among the people found by it: whose word begins so stands first, and people before queues. */
export function among<Row extends { name: string }>(people: Row[], queues: Row[], text: string): Row[] {
  const found = text ? queues.filter(({ name }) => folded(name).includes(folded(text))) : []
  return [...people, ...found].toSorted((a, b) => beginsIn(b.name, text) - beginsIn(a.name, text))
}

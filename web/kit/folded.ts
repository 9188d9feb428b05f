/** As the server orders names: letters count the same with and without their marks, in both cases. */
export const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The order of the server's lists of names (migration 0060). */
export function byName(a: { name: string; id: number }, b: { name: string; id: number }) {
  const [first, second] = [folded(a.name), folded(b.name)]
  return first < second ? -1 : first > second ? 1 : a.id - b.id
}

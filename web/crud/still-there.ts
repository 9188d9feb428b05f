import { catalog, type Kind } from '../catalog'

/** Of the rows that a field refers to, those that there are still: the server takes none that was deleted since this one was read. */
export function stillThere(of: string, ids: number[]): number[] {
  const { items, loaded } = catalog(of as Kind)
  return loaded.peek() ? ids.filter(id => items.peek().some(row => row.id === id)) : ids
}

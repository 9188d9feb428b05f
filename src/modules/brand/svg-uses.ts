/** So many elements are drawn in the end, of a document and of what `use` draws of it again. */
const MAX_DRAWN = 50_000

type Node = { names: string | undefined; parts: Node[]; cost?: number }

/**
 * What is drawn of a document: `use` draws again what it names, in which there may be others, so that a small one may take for ever to draw
 * (billion laughs).
 */
export function drawing() {
  const root: Node = { names: undefined, parts: [] }
  const open = [root]
  const byId = new Map<string, Node>()

  function costOf(node: Node): number {
    // Infinite while it is counted: what draws itself never ends.
    if (node.cost !== undefined) return node.cost
    node.cost = Infinity
    const again = node.names === undefined ? undefined : byId.get(node.names)
    const cost = node.parts.reduce((sum, part) => sum + costOf(part), 1 + (again ? costOf(again) : 0))
    return (node.cost = cost)
  }

  return {
    begin(element: string, attributes: ReadonlyMap<string, string>) {
      const href = element === 'use' ? (attributes.get('href') ?? attributes.get('xlink:href')) : undefined
      const node: Node = { names: href?.trim().slice(1), parts: [] }
      const id = attributes.get('id')
      if (id !== undefined && !byId.has(id)) byId.set(id, node)
      open.at(-1)!.parts.push(node)
      open.push(node)
    },
    end: () => void open.pop(),
    isEndless: () => costOf(root) > MAX_DRAWN,
  }
}

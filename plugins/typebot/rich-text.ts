type Node = { text?: unknown; url?: unknown; type?: unknown; children?: unknown; [mark: string]: unknown }

const MARKS = { underline: '~', italic: '_', bold: '*' }
/** Lists in lists in paragraphs; what is nested deeper was not made by an editor. */
const MAX_DEPTH = 20

/** Rich text as WhatsApp writes it. What is not known keeps its text. */
export const plain = (nodes: unknown) => rendered(nodes, undefined, 0).trim()

/** Nodes beside a text stand in its line, as in any Slate document; all others have lines of their own. */
function rendered(nodes: unknown, parent: unknown, depth: number): string {
  if (!Array.isArray(nodes) || depth > MAX_DEPTH) return ''
  const all = nodes.filter((node): node is Node => typeof node === 'object' && node !== null)
  const isLine = all.some(({ text }) => typeof text === 'string')
  const bullet = (at: number) => (parent === 'ol' ? `${at + 1}. ` : parent === 'ul' ? '- ' : '')
  return all.map((node, at) => bullet(at) + one(node, depth)).join(isLine ? '' : '\n')
}

function one(node: Node, depth: number): string {
  if (typeof node.text === 'string') return marked(node.text, node)
  const inner = rendered(node.children, node.type, depth + 1)
  if (typeof node.url !== 'string') return inner
  return inner ? `[${inner}](${node.url})` : node.url
}

/** WhatsApp knows a mark only beside a letter, and within a line. */
const marked = (text: string, node: Node) =>
  Object.entries(MARKS).reduce(
    (text, [name, mark]) => (node[name] === true ? text.replace(/\S(?:.*\S)?/g, `${mark}$&${mark}`) : text),
    text,
  )

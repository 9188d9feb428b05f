const KEY = 'palette'
const MOST = 50
/** What was used often and long ago falls behind what is used now. */
const HALF_LIFE_MS = 14 * 86_400_000

type Use = { n: number; at: number }
const read = (): Record<string, Use> => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}
let uses = read()

const faded = ({ n, at }: Use) => n * 0.5 ** ((Date.now() - at) / HALF_LIFE_MS)

/** How much a command is used in this browser, by its frequency and recency. */
export const weightOf = (id: string) => {
  const use = uses[id]
  return use ? faded(use) : 0
}

export function used(id: string) {
  const all = { ...uses, [id]: { n: weightOf(id) + 1, at: Date.now() } }
  const kept = Object.entries(all).toSorted(([, a], [, b]) => faded(b) - faded(a))
  uses = Object.fromEntries(kept.slice(0, MOST))
  localStorage.setItem(KEY, JSON.stringify(uses))
}

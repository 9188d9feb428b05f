/** Rows of one transaction: each costs some milliseconds, by what a search reads of it, and others write between two. */
export const AT_ONCE = 25
/** So many facts, or letters of tags, cost as much as the row that they are of. */
const FACTS = 10
const LETTERS = 100

const weightOf = (row: unknown) => {
  const { extraInfo, tags } = row as { extraInfo?: unknown; tags?: unknown }
  return 1 + (Array.isArray(extraInfo) ? extraInfo.length / FACTS : 0) + (typeof tags === 'string' ? tags.length / LETTERS : 0)
}

/** Rows of a spreadsheet, as many at a time as one transaction writes, with the place of the first. */
export function* portions(rows: unknown[]): Generator<{ at: number; some: unknown[] }> {
  let [at, weight] = [0, 0]
  for (const [i, row] of rows.entries()) {
    const own = weightOf(row)
    if (i > at && weight + own > AT_ONCE) {
      yield { at, some: rows.slice(at, i) }
      ;[at, weight] = [i, 0]
    }
    weight += own
  }
  if (at < rows.length) yield { at, some: rows.slice(at) }
}

type Row = { uuid: string }

/** The row above or below the chosen one. Where that has left the list, its place counts: the row that took it is the next. */
export function beside<R extends Row>(rows: R[], chosen: string | undefined, by: 1 | -1, place: number): R | undefined {
  const at = rows.findIndex(row => row.uuid === chosen)
  if (at >= 0) return rows[at + by]
  return by > 0 ? (rows[place] ?? rows.at(-1)) : (rows[place - 1] ?? rows[0])
}

/** The same in the order of before, among those that are there still. */
export function besideThen<R extends Row>(rows: R[], before: R[], chosen: string | undefined, by: 1 | -1): R | undefined {
  const at = before.findIndex(row => row.uuid === chosen)
  const further = by > 0 ? before.slice(at + 1) : before.slice(0, at).toReversed()
  return further.map(({ uuid }) => rows.find(row => row.uuid === uuid)).find(Boolean)
}

/** Which row comes when the chosen one is done: the one below, at the end the one above. */
export function following<R extends Row>(rows: R[], chosen: string, place: number): R | undefined {
  const at = rows.findIndex(row => row.uuid === chosen)
  return at < 0 ? (rows[place] ?? rows.at(-1)) : (rows[at + 1] ?? rows[at - 1])
}
